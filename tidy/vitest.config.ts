import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@verbatim/source', 'node', 'import', 'module', 'default'] },
  test: { name: 'tidy', pool: 'forks', include: ['*.test.ts'], testTimeout: 60_000 },
});
