import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isBuilt } from './scripts/build.ts'

const databaseTests = ['server/**/*.db.test.ts', 'db/**/*.db.test.ts']

/** Files that start a shop again and again: one that begins last keeps everybody waiting. */
const longest = [
  'e2e/process/start.test.ts',
  'e2e/process/kill-with-stripe.soak.test.ts',
  'e2e/process/three-processes.test.ts',
  'e2e/process/owner-commands.test.ts',
  'e2e/process/disk-full.test.ts',
  'server/backup/backup-drill.soak.db.test.ts',
]
for (const file of longest)
  if (!existsSync(file))
    throw new Error(`vitest.config.ts names ${file}, which is not there: name its new place.`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(file))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

// Nothing is judged by its speed: what hangs is ended, what is slow on a busy machine is not. One test may take as long
// as all of them should.
const poll = { timeout: 60_000 }
const patience = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll } }

export default defineConfig({
  test: {
    // PostgreSQL's share is done beside them: with one more, each waits for a core longer than it works in another's pause.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          // A test that asks nothing can't fail.
          expect: { poll, requireAssertions: true },
          include: ['{domain,app,server,db,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', ...databaseTests],
          // Most take milliseconds, and a process of its own for each half a second.
          isolate: false,
          setupFiles: ['./test/fresh-modules.ts', './test/no-console-errors.ts'],
        },
      },
      // `npm test` runs the second, and the soak both (docs/decisions/033-test-time-budget.md).
      ...(['embedded', 'postgres'] as const).map((name) => ({
        // React as in a real shop: while it renders emails for development, it takes a tenth of these tests' time.
        oxc: { jsx: { development: false } },
        test: {
          name,
          env: { NODE_ENV: 'production' },
          include: databaseTests,
          // Each file makes a shop of its own; loading the code again for each takes longer than most of the tests.
          isolate: false,
          globalSetup: ['./test/database-setup.ts'],
          setupFiles: ['./test/built-parser.ts'],
          provide: { databaseKind: name, builtParser: isBuilt() ? 'build/server/parser.js' : null },
          ...patience,
        },
      })),
      {
        // The built shop in processes of its own: killed, stopped, started twice.
        test: {
          name: 'built shop',
          include: ['e2e/process/*.test.ts'],
          // As for the calls: loading the code again for each file costs more than half of what these cost.
          isolate: false,
          globalSetup: ['./e2e/prepare.ts'],
          ...patience,
        },
      },
    ],
  },
})
