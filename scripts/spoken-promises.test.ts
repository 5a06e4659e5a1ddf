import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { spokenPromises } from '../domain/spoken-promises.ts'
import { allSentences } from '../test/all-words.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Words by which a sentence promises. */
const promising =
  /\b(?:\d+|…|one|two|three|four|five|six|seven|ten|twelve|thirty)(?:[- ]\d+)?[- ]?(?:business |working )?(?:days?|hours?|weeks?|years?)\b|\bfree\b|\balways\b|\bnever\b|guarantee|\bwe(?:’|')ll\b|\bwe will\b|prepaid|with the drop|any ?time\b|won’t (?:renew|be charged|charge|owe)|\bstill (?:ships?|come|get)\b|\bships? (?:by|once)\b|\bdon’t (?:sell|share|keep|owe)\b|stays? in (?:your|our)\b|take this back|undo this until|(?:Nothing’s|Nothing is) charged|\bonly (?:to|write|you and)\b|every one\b|Under warranty|no commitment|ask for everything|minutes\b/i

/** Sentences that contain a promising word but promise nothing: conditions, totals, names, past events. */
const noPromises: readonly RegExp[] = [
  /^Fit guarantee$/,
  /^What we don’t keep$/,
  /every one (?:so far|after it)/,
  /don’t sell … anymore/,
  /about two minutes/,
  /[Jj]oin again anytime/,
  /at least 18 years old/,
  /You can always type the address by hand/,
  /likely but never certain/,
  /This order was never shipped/,
  // What happened to a package.
  /never came|never reached you|scanned th(?:e|is) package/,
  /for three weeks to charge .* has ended/,
  /^Why: /,
  // What a person does with an answer.
  /Reply to this email with an address that works/,
  // What staff gave away, as the owner's settings and the digest name it.
  /^Free belts$|^Codes for free orders$/,
  // A line of totals.
  /Shipping: Free/,
]

/** Tests that read what a page says. */
const readsPages = /(?:policies|home-copy|thank-you|frame-copy)\.test\.tsx ›/

const said = allSentences().filter(({ sentence }) => promising.test(sentence))

describe('a promise in the shop’s words', () => {
  it('has a row with its code and test, on whatever page, email or paper it appears', () => {
    const known = [...spokenPromises.map(({ says }) => says), ...noPromises]
    const unknown = said.filter(({ sentence }) => !known.some((pattern) => pattern.test(sentence)))
    expect(
      unknown.map(({ file, sentence }) => `${file}: ${sentence}`),
      'each needs a row in domain/spoken-promises.ts, or a line in noPromises here if it promises nothing',
    ).toEqual([])
  })

  it('appears somewhere: no row is left over', () => {
    const all = [...spokenPromises.map(({ says }) => says), ...noPromises]
    const unsaid = all.filter((pattern) => !said.some(({ sentence }) => pattern.test(sentence)))
    expect(unsaid.map(String), 'no page says these anymore: delete their rows').toEqual([])
  })

  it('is kept by existing files and existing tests', () => {
    expect(spokenPromises.flatMap(lacks)).toEqual([])
  })

  it('is tested in the specification table by what keeps it, not by the page that says it', () => {
    const rows = readFileSync(path.join(root, 'docs/specification.md'), 'utf8')
      .split('\n')
      .filter((row) => row.startsWith('| ') && !row.startsWith('| Said: '))
    const byWords = rows.filter((row) => promising.test(row.split('|')[1]!) && readsPages.test(row))
    expect(byWords).toEqual([])
  })

  it('is searched for in pages and emails', () => {
    const files = new Set(said.map(({ file }) => file.split('/')[0]))
    expect([...files].sort()).toEqual(['app', 'domain', 'server'])
    expect(said.length).toBeGreaterThan(100)
  })
})

/** What a row names that doesn’t exist. */
function lacks({ says, keptBy, test }: (typeof spokenPromises)[number]): string[] {
  const [file = '', title = ''] = test.split(' › ')
  const missing = [keptBy, file].filter((each) => !existsSync(path.join(root, each)))
  if (missing.length > 0) return [`${says}: no file ${missing.join(', ')}`]
  const words = readFileSync(path.join(root, file), 'utf8').replaceAll(/\s+/g, ' ')
  return title !== '' && words.includes(title) ? [] : [`${says}: no test “${title}” in ${file}`]
}
