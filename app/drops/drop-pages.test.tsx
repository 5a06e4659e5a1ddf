import { describe, expect, it } from 'vitest'
import { dropStory } from '../../domain/admin/drop-story.ts'
import type { Belt, BeltOnPage } from '../../domain/belt.ts'
import type { CartItem } from '../../domain/cart.ts'
import { publicName } from '../../domain/drop.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'
import { giftItem } from '../../test/carts.ts'
import { renderPage } from '../../test/render-page.tsx'
import BeltPage from '../belts/belt-page.tsx'
import BeltsPage from '../belts/belts-page.tsx'
import { GiftPreview } from '../gift-preview/gift-preview.tsx'
import { ReviewList } from '../review/review-list.tsx'
import DropPage from './drop-page.tsx'
import DropsPage from './drops-page.tsx'

const belt = (slug: string, changes: Partial<Belt> = {}): Belt => ({
  ...{ id: slug, sku: slug, slug, name: `The ${slug}`, description: 'Bridle leather.', material: 'Calf' },
  ...{ width: '35 mm', buckle: 'Brass', style: 'dress', gender: 'male', colors: ['cognac', 'tan'] },
  ...{ imageUrl: '/pictures/belt-840.webp', imageAlt: '', nightImageUrl: null },
  ...{ lifestyleImageUrl: null, lifestyleAlt: '', detailImageUrl: null, detailAlt: '' },
  ...changes,
})
const suited = (each: Belt) => ({ ...each, suits: '' })
// Pages on November 21, 2026.
const dropPage = (loaderData: object | null, calendar: DropCalendar = {}) =>
  renderPage(<DropPage {...({ loaderData } as unknown as Parameters<typeof DropPage>[0])} />, calendar).words
const moved = { '2026-12': { cutOffDay: '2026-11-20', shipBy: '2026-12-01', movedTo: null } }

describe('a drop page', () => {
  it('says until when a hidden drop can be joined', () => {
    const veiled = { drop: '2026-12', standing: 'veiled' }
    expect(dropPage(veiled)).toContain(
      'December 2026 Still under wraps. Join by November 30 and your first belt comes from this drop.',
    )
    expect(dropPage(veiled)).toContain('December’s boxes ship by December 5.')
    expect(dropPage(veiled)).toMatch(/It closes in 10\sdays\./)
    expect(dropPage(veiled, moved)).toContain('December 2026 Closed, and being packed.')
    expect(dropPage(veiled, moved)).toContain('December’s boxes ship by December 1.')
    const lastDay = { '2026-12': { ...moved['2026-12'], cutOffDay: '2026-11-21' } }
    expect(dropPage(veiled, lastDay)).toMatch(/Join by November 21 .*It closes tonight\./)
  })

  it('says whether its drop is current, latest or past, and separates men’s and women’s belts', () => {
    const belts = [belt('Ashbury'), belt('Wren', { gender: 'female' })]
    const story = dropStory({ drop: '2026-11', month: '2026-11', scores: [], belts: belts.map(suited) })
    expect(dropPage({ drop: '2026-11', standing: 'current', belts, story })).toMatch(
      /^November 2026 This month’s drop\. .*Two belts this month\..* Men The Ashbury .*Women The Wren/,
    )
    expect(dropPage({ drop: '2026-10', standing: 'current', belts, story })).toContain('Out now.')
    const past = dropPage({ drop: '2026-10', standing: 'past', belts: belts.slice(0, 1), story: [] })
    expect(past).toContain('These belts have gone out.')
    expect(past).toMatch(/Also in this drop The Ashbury/)
    expect(past).not.toContain('Women')
  })

  it('tells the month’s letter, without its title and the link to the page itself', () => {
    const belts = [belt('Ashbury'), belt('Wren')]
    const told = {
      type: 'belt',
      beltId: 'Ashbury',
      slug: 'ashbury',
      name: 'The Ashbury',
      words: 'From Tuscany.',
    }
    const story = [
      { id: '1', type: 'heading', text: 'December is here' },
      { id: '2', ...told, imageUrl: '/pictures/belt-840.webp', imageAlt: '' },
      { id: '3', type: 'button', words: 'See November’s belts', href: '/drops/2026-11' },
      { id: '4', type: 'row', pictures: [{ src: '/a-840.webp', alt: 'New', caption: 'After 1 month' }] },
    ]
    const words = dropPage({ drop: '2026-11', standing: 'current', belts, story })
    expect(words).toContain('The Ashbury From Tuscany. After 1 month Also in this drop The Wren')
    expect(words).not.toMatch(/December is here|See November’s belts/)
  })

  it('shows nothing for an unknown drop', () => {
    expect(dropPage(null)).not.toContain('2026')
  })
})

it('the list of drops starts with the one still open, until it is shown', () => {
  const page = (drops: object[]) =>
    renderPage(<DropsPage {...({ loaderData: { drops } } as unknown as Parameters<typeof DropsPage>[0])} />)
      .words
  const shown = (drop: string, isCurrent: boolean, count: number) => ({
    ...{ drop, isCurrent },
    belts: Array.from({ length: count }, (_, place) => belt(`${place}`)),
  })
  expect(page([shown('2026-11', true, 12), shown('2026-10', false, 1)])).toMatch(
    /December 2026 Still under wraps\. Join by November 30 to get a belt from it\. November 2026 Out now\. 12 belts\. .*October 2026 One belt\./,
  )
  expect(page([shown('2026-12', false, 2), shown('2026-10', true, 2)])).not.toContain('under wraps')
  expect(page([shown('2026-10', true, 2)])).toContain('October 2026 Out now. 2 belts.')
})

describe('a belt page', () => {
  const found: BeltOnPage = {
    ...{ belt: belt('Ashbury'), drop: { drop: '2026-11', isCurrent: true }, suits: '' },
    ...{ isSold: true, beside: [], proof: { fit: null, love: null }, reviews: null },
  }
  const page = (changes: Partial<BeltOnPage>) => {
    const loaderData = { ...found, ...changes }
    return renderPage(<BeltPage {...({ loaderData } as unknown as Parameters<typeof BeltPage>[0])} />).words
  }

  it('describes the belt, and links to the quiz while it is sold', () => {
    expect(page({})).toContain(
      'The Ashbury Men’s dress belt Bridle leather. Monthly Billed monthly $69.50 per month 6 Months Billed $357.00 upfront $59.50 per month 12 Months Billed $594.00 upfront $49.50 per month Start with this style Never the same belt twice in 36 months',
    )
    expect(page({})).toContain('Leather Calf Width 35 mm Buckle Brass Colors cognac, tan Drop November 2026')
    expect(page({})).not.toMatch(/Who it suits|What members say|review|Also in/)
    const gone = page({ isSold: false })
    expect(gone).toContain('We’re not sending this one anymore.')
    expect(gone).not.toContain('Start with this style')
  })

  it('says who it suits, what members said, and what else is in the drop', () => {
    const proof = { fit: { good: 47, answers: 50 }, love: null }
    const said = page({ suits: 'A suit.', proof, beside: [belt('Wren')] })
    expect(said).toContain('What members say Fits right 94% of 50 answers Who it suits A suit.')
    expect(said).toContain('Also in the November 2026 drop The Wren')
  })

  it('counts all its reviews and shows the newest', () => {
    const review = {
      ...{ id: 'r', stars: 5 as const, fit: 'right' as const, text: 'Lovely.', by: 'Maya, Portland, OR' },
      writtenOn: '2026-11-09',
    }
    const many = page({ reviews: { count: 1200, average: 4.66, shown: [review] } })
    expect(many).toContain(
      '1,200 reviews 4.6 out of 5. Here are the newest 1. Lovely. Maya, Portland, OR, November 9, 2026. Fit: just right',
    )
    const one = page({ reviews: { count: 1, average: 5, shown: [{ ...review, fit: null, text: '' }] } })
    expect(one).toContain('1 review 5.0 out of 5 Maya, Portland, OR, November 9, 2026 All from people')
    const { html } = renderPage(<ReviewList reviews={[{ ...review, stars: 3, text: '' }]} />)
    expect(html).not.toContain('<blockquote')
    expect(html).toContain('aria-label="3 out of 5 stars"')
    expect(html.match(/star is-full/g)).toHaveLength(3)
  })
})

describe('the gift email preview', () => {
  const preview = (changes: Partial<CartItem>, isOrdered = false) =>
    renderPage(<GiftPreview item={giftItem('6-months', changes)} paidOn="2026-11-21" isOrdered={isOrdered} />)
      .words
  const on = (day: string) => ({
    giftDetails: { ...giftItem().giftDetails!, emailDate: `${day}T00:00:00.000Z` },
  })

  it('shows its day, words and message', () => {
    expect(preview({})).toMatch(/^Belt Club December 1, 2026 Thomas, Maya is sending you belts\./)
    expect(preview({})).toContain('Happy birthday. Maya Ellison Choose your style and your size')
    expect(preview(on(''))).toContain('On the day you choose')
  })

  it('warns when it comes after the first belt, and offers an earlier day before the order', () => {
    const late = { ...on('2026-12-24'), styles: ['dress' as const], size: '36' }
    expect(preview(late)).toContain(
      'The first belt ships by December 5, before this email. Pick an earlier day if you’d like to tell them first.',
    )
    expect(preview(late, true)).not.toContain('Pick an earlier day')
    expect(preview(on('2026-12-24'))).toContain(
      'The first belt waits until they get this email and choose a size.',
    )
    expect(preview({ ...on('2026-12-05'), size: '36' })).not.toContain('before this email')
    expect(preview({ size: 'Unsure' })).toContain('A measuring guide comes with the first shipment.')
    expect(preview({})).not.toContain('measuring guide')
  })
})

it('the current drop’s page shows all belts, men’s and women’s apart', () => {
  const page = (drops: object[]) =>
    renderPage(<BeltsPage {...({ loaderData: { drops } } as unknown as Parameters<typeof BeltsPage>[0])} />)
  const belts = [belt('ashbury'), belt('wren', { gender: 'female' })]
  const { html, words } = page([
    { drop: '2026-12', isCurrent: false, belts: [belt('other')] },
    { drop: '2026-11', isCurrent: true, belts },
  ])
  expect(words).toContain('All 2 belts in the November 2026 drop. Members get one a month.')
  expect(words).toMatch(/Men The ashbury.*Women The wren/)
  expect(words).not.toContain('The other')
  expect(html).toContain('href="/belts/ashbury"')
  expect(html).toContain('href="/drops"')
  expect(page([]).words).toContain('The next drop isn’t out yet.')
})

it('never names the month of belts still on sale long after it', () => {
  const named = (drop: string, isCurrent = true) => publicName({ drop, isCurrent }, '2026-11-21')
  expect(['2026-10', '2026-11', '2026-12'].map((drop) => named(drop).title)).toEqual([
    'October 2026',
    'November 2026',
    'December 2026',
  ])
  expect(named('2026-10').within).toBe('the October 2026 drop')
  expect(named('2026-09')).toEqual({ title: 'The collection', within: 'the collection' })
  // An archive is read as one.
  expect(named('2025-11', false).title).toBe('November 2025')
})
