import { defineConfig } from 'vitest/config'

// The calls and everything that touches rows run twice, on the embedded database and on a PostgreSQL server.
const databaseTests = ['server/**/*.db.test.ts', 'db/**/*.db.test.ts']

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.cache/vitest.json' }]],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,app,server,db,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', ...databaseTests],
        },
      },
      ...(['embedded', 'postgres'] as const).map((name) => ({
        test: {
          name,
          include: databaseTests,
          globalSetup: ['./test/database-setup.ts'],
          provide: { databaseKind: name },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      })),
      {
        // The built shop in processes of its own: killed, stopped, started twice.
        test: { name: 'process', include: ['e2e/process/*.test.ts'], fileParallelism: false },
      },
    ],
  },
})
