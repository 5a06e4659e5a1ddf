import { stripVTControlCharacters } from 'node:util'

// Separate from the runner, which starts everything as soon as it's loaded: this file has its own test.

/** The parts of the output of Vitest's JSON reporter that are read here. */
export type VitestReport = {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[]; duration?: number }[]
  }[]
}

/** The parts of the output of Playwright's JSON reporter that are read here. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    ok: boolean
    tests: { results: { status: string; errors: { message?: string }[]; duration?: number }[] }[]
  }[]
}

/** How long one test took, in milliseconds. */
export type TestTime = { name: string; ms: number }

/** How many lines of an error are printed: enough for what was expected and what came, without the whole page around it. */
const toldLines = 25

/** Each failed test of a Vitest run: its file, its name, and how it failed. */
export function failedCalls(report: VitestReport): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [told(name, 'the file itself', [message])]
    return failed.map((test) => told(name, test.fullName, test.failureMessages))
  })
}

/** Each failed journey of a Playwright run: its file, its name, and how it failed. */
export function failedJourneys(report: PlaywrightReport): string[] {
  const outside = report.errors.map(({ message }) =>
    told('e2e/journeys', 'outside of any journey', [message]),
  )
  return [...outside, ...report.suites.flatMap(failedIn)]
}

function failedIn(suite: PlaywrightSuite): string[] {
  const own = suite.specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors))
      return told(
        suite.file,
        spec.title,
        errors.map((error) => error.message),
      )
    })
  return [...own, ...(suite.suites ?? []).flatMap(failedIn)]
}

/** How long each test of a Vitest run took. */
export function timesOfCalls(report: VitestReport): TestTime[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ name: `${name} › ${test.fullName}`, ms: test.duration ?? 0 })),
  )
}

/** How long each journey of a Playwright run took. */
export function timesOfJourneys(report: PlaywrightReport): TestTime[] {
  const timesIn = (suite: PlaywrightSuite): TestTime[] => [
    ...suite.specs.map(({ title, tests }) => ({
      name: `${suite.file} › ${title}`,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration = 0 }) => sum + duration, 0),
    })),
    ...(suite.suites ?? []).flatMap(timesIn),
  ]
  return report.suites.flatMap(timesIn)
}

function told(file: string, name: string, messages: (string | undefined)[]) {
  const lines = stripVTControlCharacters(messages.filter(Boolean).join('\n')).split('\n')
  return [`${file} › ${name}`, ...lines.slice(0, toldLines).map((line) => `    ${line}`)].join('\n')
}
