// One test set-up for every package. Workspace packages resolve to their sources, so that a package tests with nothing built.
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const conditions = ['@verbatim/source', 'node', 'import', 'module', 'default'];

/** Tests beside sources and in `test/`; `test/soak` only with VERBATIM_SOAK=1; benches in `bench/`. */
export function packageTests(name: string): ViteUserConfig {
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      // Tests kill children, change folders and hold native handles: each file gets a process of its own.
      pool: 'forks',
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      exclude: ['**/node_modules/**', '**/dist/**', ...(process.env['VERBATIM_SOAK'] ? [] : ['test/soak/**'])],
      passWithNoTests: true,
      testTimeout: process.env['VERBATIM_LONG'] || process.env['VERBATIM_SOAK'] ? 3_600_000 : 30_000,
      hookTimeout: 30_000,
    },
  });
}
