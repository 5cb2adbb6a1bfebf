// What one source file imports, exports and names, from its syntax tree: a comment or a string never counts.
import { parseSync, Visitor } from 'vite';

export interface Import {
  readonly from: string;
  /** True when nothing of it is left at run time. */
  readonly isTypeOnly: boolean;
}

export interface Export {
  readonly kind: 'value' | 'type' | 'all';
  /** The exported name; for `all`, the file whose exports are passed on. */
  readonly name: string;
}

export interface Syntax {
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** Identifiers in use, and `object.property` for plain members; a property key is not a use. */
  readonly names: ReadonlySet<string>;
  /** `Date.now()`, `new Date()` and the like, as they are written. */
  readonly ambient: readonly string[];
  readonly strings: ReadonlySet<string>;
}

const randomImports = new Set([
  'randomBytes',
  'randomUUID',
  'randomInt',
  'randomFillSync',
  'getRandomValues',
  'webcrypto',
]);
const ambientMembers = /^(?:Date\.now|Math\.random|performance\.now|crypto\.(?:randomUUID|getRandomValues))$/;

export function readSyntax(path: string, text: string): Syntax {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);

  const imports: Import[] = [];
  const exports: Export[] = [];
  const names = new Set<string>();
  const strings = new Set<string>();
  const ambient: string[] = [];
  const keys = new Set<number>();
  const addImport = (source: unknown, isTypeOnly: boolean) => {
    const from = stringOf(source);
    if (from !== undefined) imports.push({ from, isTypeOnly });
  };
  // Parents are visited before their parts, so a key is known as one before it is met as an identifier.
  const skipKey = (node: { computed: boolean; key: { start: number } }) => {
    if (!node.computed) keys.add(node.key.start);
  };

  new Visitor({
    ImportDeclaration(node) {
      addImport(node.source, node.importKind === 'type');
      for (const part of node.specifiers) {
        if (part.type !== 'ImportSpecifier') continue;
        const name = nameOf(part.imported);
        if (/^(?:node:)?crypto$/.test(node.source.value) && randomImports.has(name)) ambient.push(`${name} of crypto`);
      }
    },
    ImportExpression(node) {
      addImport(node.source, false);
    },
    TSImportType(node) {
      addImport(node.source, true);
    },
    TSExternalModuleReference(node) {
      addImport(node.expression, false);
    },
    CallExpression(node) {
      const callee = node.callee;
      if (callee.type === 'Identifier' && callee.name === 'require') addImport(node.arguments[0], false);
      if (callee.type === 'Identifier' && callee.name === 'Date') ambient.push('Date()');
      if (
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'require'
      ) {
        addImport(node.arguments[0], false);
      }
    },
    NewExpression(node) {
      const isDate = node.callee.type === 'Identifier' && node.callee.name === 'Date';
      if (isDate && node.arguments.length === 0) ambient.push('new Date()');
    },
    MemberExpression(node) {
      if (node.computed || node.property.type !== 'Identifier') return;
      keys.add(node.property.start);
      if (node.object.type !== 'Identifier') return;
      if (node.object.name === 'globalThis') names.add(node.property.name);
      const member = `${node.object.name}.${node.property.name}`;
      names.add(member);
      if (ambientMembers.test(member)) ambient.push(member);
    },
    Property(node) {
      if (!node.shorthand) skipKey(node);
    },
    PropertyDefinition: skipKey,
    MethodDefinition: skipKey,
    TSPropertySignature: skipKey,
    TSMethodSignature: skipKey,
    Identifier(node) {
      if (!keys.has(node.start)) names.add(node.name);
    },
    Literal(node) {
      if (typeof node.value === 'string') strings.add(node.value);
    },
    ExportAllDeclaration(node) {
      addImport(node.source, node.exportKind === 'type');
      if (node.exported) exports.push({ kind: node.exportKind ?? 'value', name: nameOf(node.exported) });
      else exports.push({ kind: 'all', name: node.source.value });
    },
    ExportDefaultDeclaration() {
      exports.push({ kind: 'value', name: 'default' });
    },
    ExportNamedDeclaration(node) {
      if (node.source) addImport(node.source, node.exportKind === 'type');
      for (const part of node.specifiers) {
        const isType = node.exportKind === 'type' || part.exportKind === 'type';
        exports.push({ kind: isType ? 'type' : 'value', name: nameOf(part.exported) });
      }
      const declared = node.declaration;
      if (!declared) return;
      if (declared.type === 'VariableDeclaration') {
        for (const { id } of declared.declarations)
          exports.push({ kind: 'value', name: id.type === 'Identifier' ? id.name : id.type });
      } else if ('id' in declared && declared.id && 'name' in declared.id) {
        exports.push({ kind: node.exportKind ?? 'value', name: declared.id.name });
      }
    },
  }).visit(program);
  return { imports, exports, names, ambient, strings };
}

function nameOf(node: { name: string } | { value: string }): string {
  return 'name' in node ? node.name : node.value;
}

function stringOf(node: unknown): string | undefined {
  const value = (node as { value?: unknown } | undefined)?.value;
  return typeof value === 'string' ? value : undefined;
}
