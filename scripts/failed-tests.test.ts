import { describe, expect, it } from 'vitest'
import { failedCalls, failedJourneys } from './failed-tests.ts'

const vitest = { success: false, numPassedTests: 1, numFailedTests: 1 }

describe('the summary of `npm test`', () => {
  it('names each failed test with its error, and no other', () => {
    const told = failedCalls({
      ...vitest,
      testResults: [
        {
          name: 'domain/money.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a sum is whole', status: 'passed', failureMessages: [] },
            {
              fullName: 'a cent is kept',
              status: 'failed',
              failureMessages: ['Error: expected \u001b[32m1\u001b[39m to be 2'],
            },
          ],
        },
      ],
    })
    expect(told).toEqual(['domain/money.test.ts › a cent is kept\n    Error: expected 1 to be 2'])
  })

  it('names a file that couldn’t be loaded', () => {
    const testResults = [
      { name: 'server/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]
    expect(failedCalls({ ...vitest, testResults })).toEqual([
      'server/a.test.ts › the file itself\n    no such module',
    ])
  })

  it('names a failed journey, even in a group, and errors outside tests', () => {
    const broken = { status: 'failed', errors: [{ message: 'TimeoutError: no button' }] }
    const failed = { title: 'a gift', ok: false, tests: [{ results: [broken] }] }
    const good = { title: 'a belt', ok: true, tests: [] }
    const told = failedJourneys({
      stats: { expected: 1, unexpected: 1, flaky: 0 },
      errors: [{ message: 'no browser' }],
      suites: [{ file: 'cart.spec.ts', specs: [good], suites: [{ file: 'cart.spec.ts', specs: [failed] }] }],
    })
    expect(told).toEqual([
      'e2e/journeys › outside of any journey\n    no browser',
      'cart.spec.ts › a gift\n    TimeoutError: no button',
    ])
  })

  it('shows only the start of a long error', () => {
    const long = Array.from({ length: 1_000 }, (_, line) => `line ${line}`).join('\n')
    const assertionResults = [{ fullName: 'long', status: 'failed', failureMessages: [long] }]
    const [told] = failedCalls({
      ...vitest,
      testResults: [{ name: 'a.test.ts', status: 'failed', message: '', assertionResults }],
    })
    expect(told!.split('\n')).toHaveLength(26)
  })
})
