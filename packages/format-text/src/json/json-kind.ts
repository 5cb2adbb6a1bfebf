/**
 * What a change of a JSON file is about: a value that was replaced (or members that took the place of others, `value`), a
 * key, members or elements that were added, removed or moved; or only how a number or a string is spelled.
 */
export type JsonKind = 'value' | 'key-rename' | 'added' | 'removed' | 'moved' | 'number-spelling' | 'escape-spelling';
