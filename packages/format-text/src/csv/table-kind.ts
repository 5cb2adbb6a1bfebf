/**
 * Kinds of changes of a table: a cell, also where only its quotes (`quoting-only`) or only the spelling of its number
 * (`number-spelling`) differ; rows that came or went (`row`) or stand elsewhere (`row-move`); a column, its name too; or the
 * delimiter or quote of the whole table (`dialect`).
 */
export type TableKind = 'cell' | 'quoting-only' | 'number-spelling' | 'row' | 'row-move' | 'column' | 'dialect';
