import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

// What makes `npm test` slow is counted here rather than timed: a count is the same on every machine. To use more of one,
// give up as much elsewhere, or move it to `npm run soak` (docs/decisions/033-test-time-budget.md).
const root = path.resolve(import.meta.dirname, '..')

/** How often the files of a pattern have what matches. */
function count(files: string, what: RegExp): number {
  return globSync(files, { cwd: root })
    .map((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(what)].length)
    .reduce((sum, each) => sum + each, 0)
}

it.each([
  [
    'walks through the quiz, about 4 s each, also those in the soak; a journey that is not about the quiz begins with fillCart',
    () => count('e2e/journeys/*.spec.ts', /await answerQuiz\(/g),
    5,
  ],
  [
    'journeys, each with a browser’s profile of its own; one that goes to a screen of another belongs into that one',
    () =>
      count('e2e/journeys/*.spec.ts', /^\s*(test|badLine)\(/gm) - count('e2e/journeys/*.spec.ts', /@soak/g),
    53,
  ],
  [
    'shops for journeys: a worker that needs another kind stops the one before',
    () => count('e2e/journeys/*.ts', /await startShopProcess\(|testWithBoxes\(/g),
    7,
  ],
  [
    'screens that are measured, about 1 s each; each is measured once',
    () => count('e2e/journeys/*.spec.ts', /await (lookAtScreen|lookAtToast|look)\(/g),
    72,
  ],
  [
    'shops that are started as processes by tests of processes, about 2 s each',
    () => count('e2e/process/!(*.soak).test.ts', /startShopProcess\(|refusedStart\(/g),
    17,
  ],
  [
    'other processes, such as a command of the owner, about 2 s each; most of it can be asked in the test’s own',
    () => count('{e2e,test,server,db}/**/*.test.ts', /(execFileSync|spawn|spawnSync|commandInProcess)\(/g),
    16,
  ],
])('a full test run has no more than its share of %s', (_, counted, most) => {
  expect(counted()).toBeGreaterThan(0)
  expect(counted()).toBeLessThanOrEqual(most)
})
