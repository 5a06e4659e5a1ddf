import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// The calls and everything that touches rows run twice, on the embedded database and on a PostgreSQL server.
const databaseTests = ['server/**/*.db.test.ts', 'db/**/*.db.test.ts']

// Nothing is judged by its speed: what hangs is ended, what is slow on a busy machine is not. One test may take as long
// as all of them should.
const patience = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    // Both cores: by itself it leaves one of two idle. Three more, because some wait for processes of their own.
    maxWorkers: availableParallelism() + 3,
    reporters: ['default', ['json', { outputFile: '.cache/vitest.json' }]],
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          include: ['{domain,app,server,db,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', ...databaseTests],
        },
      },
      ...(['embedded', 'postgres'] as const).map((name) => ({
        test: {
          name,
          include: databaseTests,
          // What these ask is of calls and of the provider, not of the kind of database.
          exclude: name === 'postgres' ? ['**/{*fuzz,every-answer,odd-inputs,slow-provider}.db.test.ts'] : [],
          // Each file makes a shop of its own; loading the code again for each takes longer than most of the tests.
          isolate: false,
          globalSetup: ['./test/database-setup.ts'],
          provide: { databaseKind: name },
          ...patience,
        },
      })),
      {
        // The built shop in processes of its own: killed, stopped, started twice. Projects run in the order of their names,
        // and this one has to be the first: much of it is waiting, in which the others work.
        test: { name: 'built shop', include: ['e2e/process/*.test.ts'], ...patience },
      },
    ],
  },
})
