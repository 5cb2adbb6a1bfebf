import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  environmentNames,
  layers,
  linesMax,
  longFiles,
  mayUseClockAndRandomness,
  mayUseProcess,
  outerLayer,
  owners,
} from './layers.ts';
import { surfaceOf } from './surface.ts';
import { readSyntax, type Syntax } from './syntax.ts';
import { exists, filesBelow, isBundled, type Room, readText, rooms, root, sourcesOf, testsOf } from './workspace.ts';

const packages = rooms.filter((room) => room.kind === 'packages');
const sources = rooms.flatMap((room) => sourcesOf(room).map((path) => ({ room, path, syntax: syntaxOf(path) })));

describe('the reader of sources', () => {
  test('sees every way to import, and nothing in comments or strings', () => {
    const text = `
      import a from 'a'; import type { B } from 'b'; import { type C } from 'c'; export * from 'd'; export type { E } from 'e';
      const f = await import('f'); const g = require('g'); type H = import('h').H; const i = require.resolve('i');
      // import 'no'
      const no = "import x from 'no'"; const re = /import 'no'/;`;
    const seen = readSyntax('sample.ts', text).imports.map(({ from, isTypeOnly }) =>
      isTypeOnly ? `${from} type` : from,
    );
    expect(seen.sort()).toEqual(['a', 'b type', 'c', 'd', 'e type', 'f', 'g', 'h type', 'i']);
  });

  test('tells a use of the world from a key of that name', () => {
    const text = `import { randomUUID } from 'node:crypto';
      interface Port { process: string } const port = { process: 1, Buffer: 2 }; port.process; new Date(5); port.Date;
      Date.now(); new Date(); Math.random(); performance.now();`;
    const { ambient, names } = readSyntax('sample.ts', text);
    expect(ambient).toEqual(['randomUUID of crypto', 'Date.now', 'new Date()', 'Math.random', 'performance.now']);
    expect(names.has('process') || names.has('Buffer')).toBe(false);
    expect(readSyntax('sample.ts', 'run(process); f<Buffer>()').names).toEqual(
      new Set(['run', 'process', 'f', 'Buffer']),
    );
  });

  test('finds the house', () => {
    expect(packages.length).toBeGreaterThan(5);
    expect(sources.length).toBeGreaterThanOrEqual(rooms.length);
  });
});

describe('imports', () => {
  test('follow the layers', () => {
    const problems = sources.flatMap(({ room, path, syntax }) =>
      syntax.imports.flatMap(({ from, isTypeOnly }) => {
        const target = /^@verbatim\/([^/]+)/.exec(from)?.[1];
        if (target === undefined || from.startsWith(room.manifest.name)) return [];
        const layer = room.kind === 'packages' ? layers[room.name] : outerLayer;
        if (layer === undefined) return [`${room.dir} has no row in tidy/layers.ts`];
        if (layer.mayImport.includes(target)) return [];
        if (!layer.typesOf?.includes(target)) return [`${path} may not import ${from}`];
        return isTypeOnly ? [] : [`${path} may import only types of ${from} (import type)`];
      }),
    );
    expect(problems).toEqual([]);
  });

  test('leave each library to its owner', () => {
    const problems = sources.flatMap(({ room, path, syntax }) =>
      syntax.imports.flatMap(({ from }) =>
        owners
          .filter(({ modules }) => modules.test(moduleName(from)) || modules.test(from))
          .filter(({ packagesOnly }) => room.kind === 'packages' || !packagesOnly)
          .filter((owner) => room.kind !== 'packages' || !owner.owners.includes(room.name))
          .map((owner) => `${path} imports ${from}, which belongs to ${owner.owners.join(', ')}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  test('stay inside the package', () => {
    const problems = sources.flatMap(({ room, path, syntax }) =>
      syntax.imports
        .filter(({ from }) => from.startsWith('.') && !join(path, '..', from).startsWith(`${room.dir}/`))
        .map(({ from }) => `${path} leaves its package with ${from}`),
    );
    expect(problems).toEqual([]);
  });

  test('of the page name nothing but types of the server', () => {
    const problems = sources
      .filter(({ path }) => isBundled(path))
      .flatMap(({ room, path, syntax }) =>
        syntax.imports
          .filter(({ from, isTypeOnly }) => !isTypeOnly && join(path, '..', from).startsWith(`${room.dir}/src/`))
          .map(({ from }) => `${path} takes ${from} into the page`),
      );
    expect(problems).toEqual([]);
  });

  test('are declared by the package that uses them', () => {
    const ofSources = sources.flatMap(({ room, path, syntax }) => undeclared(room, path, syntax, false));
    const ofTests = rooms.flatMap((room) =>
      testsOf(room).flatMap((path) => undeclared(room, path, syntaxOf(path), true)),
    );
    expect([...ofSources, ...ofTests]).toEqual([]);
  });
});

describe('sources', () => {
  test('take clock, randomness and process from the caller', () => {
    const problems = sources
      .filter(({ room }) => room.kind === 'packages')
      .flatMap(({ room, path, syntax }) => {
        const found = mayUseClockAndRandomness.includes(room.name) ? [] : [...syntax.ambient];
        const usesProcess =
          syntax.names.has('process') || syntax.imports.some(({ from }) => /^(?:node:)?process$/.test(from));
        if (usesProcess && !mayUseProcess.includes(room.name)) found.push('process');
        return found.map((what) => `${path} uses ${what}`);
      });
    expect(problems).toEqual([]);
  });

  test('of format packages run in a browser too', () => {
    const problems = packages
      .filter(({ name }) => name.startsWith('format-'))
      .flatMap((room) => {
        const build = JSON.parse(readText(`${room.dir}/tsconfig.build.json`)) as {
          compilerOptions?: { types?: unknown[] };
        };
        const found =
          build.compilerOptions?.types?.length === 0 ? [] : [`${room.dir}/tsconfig.build.json needs types []`];
        for (const path of sourcesOf(room)) {
          const { imports, names } = syntaxOf(path);
          if (names.has('Buffer')) found.push(`${path} uses Buffer`);
          for (const { from } of imports) if (isBuiltin(from)) found.push(`${path} imports ${from}`);
        }
        return found;
      });
    expect(problems).toEqual([]);
  });

  test('spread no list of any length into arguments, of which there is no room for many', () => {
    const spread = /\bMath\.(?:max|min)\(\s*\.\.\.(?!\[)/;
    expect(sources.filter(({ path }) => spread.test(readText(path))).map(({ path }) => path)).toEqual([]);
  });

  test('have names that say their one idea', () => {
    const vague = /^(?:utils?|helpers?|common|misc)(?:\.|$)/;
    const problems = filesBelow('.').filter((path) => path.split('/').some((part) => vague.test(part)));
    expect(problems).toEqual([]);
  });

  test(`stay within ${linesMax} lines, or say why not`, () => {
    const long = sources
      .filter(({ path }) => readText(path).trimEnd().split('\n').length > linesMax)
      .map(({ path }) => path);
    expect(long.sort()).toEqual(Object.keys(longFiles).sort());
  });
});

describe('documents', () => {
  test('every package, app and example has a README.md', () => {
    expect(rooms.filter(({ dir }) => !exists(`${dir}/README.md`)).map(({ dir }) => dir)).toEqual([]);
  });

  test.skipIf(!exists('docs/errors.md'))('every error code has a row in docs/errors.md', async () => {
    // By file, not by package name: the root depends on no package.
    const core = (await import(join(root, 'packages/core/src/index.ts'))) as {
      refusalCodes: readonly string[];
      faultCodes: readonly string[];
    };
    const listed = [...core.refusalCodes, ...core.faultCodes];
    const written = sources.flatMap(({ syntax }) =>
      [...syntax.strings].filter((text) => /^VERBATIM_[A-Z_]+$/.test(text)),
    );
    const document = readText('docs/errors.md');
    const missing = [...new Set([...listed, ...written])]
      .filter((code) => !environmentNames.includes(code))
      .filter((code) => !new RegExp(`^\\|\\s*\`?${code}\`?\\s*\\|`, 'm').test(document));
    expect(missing.sort()).toEqual([]);
  });
});

describe('the exported names', () => {
  test.each(packages)('of $dir are the committed ones (`pnpm tidy -u` after a deliberate change)', async (room) => {
    await expect(surfaceOf(room)).toMatchFileSnapshot(join(root, room.dir, 'exports.txt'));
  });
});

describe('files', () => {
  test('name no registry address in the lockfile', () => {
    expect(/https?:\/\/\S*/.exec(readText('pnpm-lock.yaml'))?.[0]).toBeUndefined();
  });

  test('name no path of somebody’s machine', () => {
    const machinePath = new RegExp(`(?<![\\w.])/(?:${['work', 'root'].join('|')})/|(?<![\\w.])/${'home'}/[a-z]\\w*`);
    const problems = filesBelow('.').flatMap((path) => {
      const text = readText(path);
      const found = text.includes('\0') ? undefined : machinePath.exec(text)?.[0];
      return found === undefined ? [] : [`${path}: ${found}`];
    });
    expect(problems).toEqual([]);
  });
});

function undeclared({ kind, manifest }: Room, path: string, syntax: Syntax, isTest: boolean): string[] {
  const shipped = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies };
  return syntax.imports
    .filter(({ from }) => !from.startsWith('.') && !isBuiltin(from))
    .filter(({ from, isTypeOnly }) => {
      const name = moduleName(from);
      if (name === manifest.name || name in shipped) return false;
      // A contract suite lives beside its interface and is run by tests; an app's types are gone at run time.
      const isDevEnough =
        isTest || isBundled(path) || basename(path).includes('contract') || (isTypeOnly && kind !== 'packages');
      return !(isDevEnough && name in (manifest.devDependencies ?? {}));
    })
    .map(({ from }) => `${path} imports ${from}, which ${manifest.name} does not declare`);
}

function syntaxOf(path: string): Syntax {
  return readSyntax(path, readText(path));
}

/** The package of a module path: `@scope/name` or `name`, without what follows. */
function moduleName(from: string): string {
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/');
}

function isBuiltin(from: string): boolean {
  return from.startsWith('node:') || builtinModules.includes(from);
}
