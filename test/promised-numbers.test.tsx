import { globSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { terms } from '../domain/terms.ts'
import { texts } from './all-words.ts'

/** Every promised number changed, each to one that nothing else in the shop has. */
const changed: typeof terms = {
  returnDays: 411,
  sendBackDays: 413,
  repeatMonths: 84,
  warrantyMonths: 417,
  priceNoticeDays: 419,
  answerHours: { order: 421, other: 423 },
  deliveryDays: { from: 431, to: 432 },
  firstShippingDays: { from: 433, to: 434 },
  firstArrivalDays: { from: 435, to: 436 },
  refundDays: { from: 437, to: 438 },
  bankDays: { from: 439, to: 441 },
  minimumAge: 443,
  lostAfterDays: 445,
  unpaidWeeks: 447,
  signInMinutes: 449,
  signInRestMinutes: 451,
  dataLinkHours: 453,
  accountLinkDays: 455,
  cardLinkDays: 457,
  newsletterReminderDays: 459,
  keptDays: {
    carts: 461,
    offers: 462,
    signUps: 463,
    messages: 464,
    setAside: 465,
    letters: 466,
    mails: 467,
    photos: 468,
    labels: 469,
    providerNews: 471,
    signIns: 472,
    requests: 473,
    refusals: 474,
  },
}

const number = '(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|thirty|thirty-six)'
/** A number of days, hours, minutes, weeks or years, or of months without a repeat. */
const promised = new RegExp(
  `\\b${number}(?:(?:-| to )${number})?[-\\s\\u00a0](?:business |working )?(?:days?|hours?|minutes?|weeks?|years?)\\b|(?:36|thirty-six)[-\\s\\u00a0](?:months?|holes)|within \\d+\\b|arrives in \\d+`,
  'gi',
)

describe('with every promised number changed, the old one stands nowhere', () => {
  const said: [string, string][] = []
  beforeAll(async () => {
    vi.resetModules()
    vi.doMock('../domain/terms.ts', () => ({ terms: changed }))
    const { renderPage, wordsOf } = await import('./render-page.tsx')
    const { samples, sampleSender } = await import('../server/emails/samples.ts')
    for (const [name, render] of Object.entries(samples)) {
      const mail = await render(sampleSender)
      // Emails to the shop itself promise nothing.
      if (!mail.text.includes('We answer order questions within')) continue
      said.push([`email ${name}`, mail.text], [`email ${name}`, wordsOf(mail.html)])
    }
    const pages = {
      terms: (await import('../app/policies/terms-page.tsx')).default,
      returns: (await import('../app/policies/returns-page.tsx')).default,
      privacy: (await import('../app/policies/privacy-page.tsx')).default,
      accessibility: (await import('../app/policies/accessibility-page.tsx')).default,
      contact: (await import('../app/contact/contact-page.tsx')).default,
      thanks: (await import('../app/checkout/thank-you-page.tsx')).default,
      notFound: (await import('../app/layout/not-found-page.tsx')).NotFound,
      footer: (await import('../app/layout/footer.tsx')).Footer,
    }
    for (const [name, Page] of Object.entries(pages)) said.push([name, renderPage(<Page />).words])
  })
  afterAll(() => {
    vi.doUnmock('../domain/terms.ts')
    vi.resetModules()
  })

  const newNumbers = new Set(JSON.stringify(changed).match(/\d+/g))
  /** What isn't a promise of the shop: a buyer’s own words, and the length of a plan. */
  const own = /two weeks late|about two minutes|Eighty-four|18 months/

  it('in emails and pages', () => {
    expect(said.length).toBeGreaterThan(200)
    const old = said.flatMap(([where, words]) =>
      [...words.matchAll(promised)]
        .filter(([phrase]) => !(phrase.match(/\d+/g) ?? ['']).every((each) => newNumbers.has(each)))
        .filter(({ index }) => !own.test(words.slice(Math.max(0, index - 20), index + 40)))
        .map(({ index }) => `${where}: …${words.slice(Math.max(0, index - 60), index + 40)}…`),
    )
    expect(old).toEqual([])
  })

  it('and the new ones are said', () => {
    const all = said.map(([, words]) => words).join('\n')
    for (const phrase of ['411 days', '84 months', '421 hours', '437-438 business days', '461 days'])
      expect(all).toContain(phrase)
  })
})

describe('a promised number in the source', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const files = globSync('{app,domain,server}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.tsx?$|samples\.ts$|^domain\/(term-words|spoken-promises|nexus|mail-kinds)\.ts$/.test(file),
  )
  /** Figures of what happened, and waits of machines: nobody was promised these. */
  const noPromise =
    /^(?:app|server)\/admin\/dashboard\/|^server\/(?:health|mailing|outbox|adapters|staff|clock|limits|reviews|books)\/|^app\/admin\/(?:client|inbox)\/|^server\/emails\/dispute-mails\.ts$/
  /** Sentences, by their own words, that promise no number. */
  const own =
    /Takes about two minutes|days or weeks|unfinished payments|at most two years|One month|created_at/

  it('is read from domain/terms.ts by whatever says it', () => {
    const found = files
      .filter((file) => !noPromise.test(file))
      .flatMap((file) =>
        texts(file, () => '…')
          .filter((text) => text.includes(' ') && !own.test(text) && new RegExp(promised).test(text))
          .map((text) => `${file}: ${text.replaceAll(/\s+/g, ' ').trim()}`),
      )
    expect(found, 'say it with a phrase of domain/term-words.ts').toEqual([])
  })
})
