import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { letters, products } from '../../db/schema.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { addDrops, dropName } from '../../domain/drop.ts'
import { openBuiltPages } from '../../test/built-pages.ts'
import { sized } from '../../test/random.ts'

let test: Awaited<ReturnType<typeof openBuiltPages>>
beforeAll(async () => {
  test = await openBuiltPages()
})
afterAll(() => test.close())

async function ask(at: string): Promise<string> {
  const answer = await test.get(at)
  expect(answer.status, at).toBe(200)
  return answer.text()
}

const names = Array.from({ length: 12 }, (_, at) => dropName(addDrops('2026-01', at)))
const months = new RegExp(`\\b(${names.join('|')}) (20\\d\\d)\\b`, 'g')

/** The months that a text names before the last one. Of a day, "March 2, 2027", the year is no month's. */
function staleIn(text: string, thisMonth: string): string[] {
  return [...text.matchAll(months)].flatMap(([name, month, year]) => {
    const drop = `${year}-${String(names.indexOf(month!) + 1).padStart(2, '0')}`
    return drop < addDrops(thisMonth, -1) ? [name] : []
  })
}

/** In the month of the seed, months later, and years. */
const days = ['2026-11-28T15:00:00Z', '2027-03-02T15:00:00Z', '2031-01-31T15:00:00Z']

/** These two say when they were last changed, as the specification has it, and one that says so by itself. */
const dated = ['/privacy', '/terms', '/accessibility']
/** Public, but in no sitemap. */
const unlisted = ['/cart', '/account', '/checkout/success', '/thank-you']

it('no page, head or feed of a shop as it starts names a month gone by, whenever it is opened', async () => {
  const { shop, clock } = test
  // A belt that is no longer sold keeps its page.
  await shop.db.update(products).set({ isActive: false }).where(eq(products.slug, 'the-marlowe'))
  for (const now of sized(days.slice(1, 2), days)) {
    clock.set(now)
    const thisMonth = calendarDateIn(shop.config.timeZone, shop.now()).slice(0, 7)
    const sitemap = await ask('/sitemap.xml')
    const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
    expect(listed).toEqual(expect.arrayContaining(['/', '/belts', '/belts/the-marlowe', '/drops/2025-11']))
    const pages = [...listed, ...unlisted].filter((each) => !dated.includes(each))
    const places = [...pages, '/belts.data', '/letters/rss.xml', '/site.webmanifest', '/sitemap.xml']
    for (const at of places) expect(staleIn(await ask(at), thisMonth), `${at} at ${now}`).toEqual([])
    await test.draftLetter()
    const [letter] = await shop.db.select().from(letters)
    expect(staleIn(JSON.stringify(letter), thisMonth)).toEqual([])
    expect(JSON.stringify(letter)).not.toMatch(/latest/i)
    await shop.db.delete(letters)
  }
  // In its own month and the next, a drop has its name.
  clock.set('2025-12-02T15:00:00Z')
  expect(await ask('/belts')).toContain('All 17 belts in the November 2025 drop.')
  expect(staleIn('November 2025, March 2027', '2027-03')).toEqual(['November 2025'])
})
