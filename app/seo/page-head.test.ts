import { describe, expect, it } from 'vitest'
import type { Belt } from '../../domain/belt.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { anyShop } from '../../test/render-page.tsx'
import { pageHead } from './page-head.ts'
import { type PageSubject, subjectMeta } from './page-subject.ts'

const publicUrl = 'https://belts.example'
const shop = { ...anyShop, calendar: {} } as unknown as Parameters<typeof pageHead>[1]['shop']
const headOf = (path: string, subject?: PageSubject) => {
  const head = pageHead(path, { shop, publicUrl, ...(subject ? { subject } : {}) }) as Record<
    string,
    unknown
  >[]
  const named = (name: string) => head.find((each) => each.name === name || each.property === name)?.content
  const [data] = head.flatMap((each) => each['script:ld+json'] ?? []) as {
    '@graph': Record<string, unknown>[]
  }[]
  return {
    named,
    title: head.find((each) => 'title' in each && !('rel' in each))?.title,
    canonical: head.find((each) => each.rel === 'canonical')?.href,
    feed: head.find((each) => each.rel === 'alternate')?.href,
    thing: (type: string) => data?.['@graph'].find((each) => each['@type'] === type),
  }
}

const belt = {
  ...{
    id: 'b1',
    sku: 'MD1',
    slug: 'the-ashbury',
    name: 'The Ashbury',
    material: 'Calf leather',
    width: '35 mm',
  },
  ...{
    description: 'Plain calf. It lasts.',
    buckle: 'Brass',
    style: 'dress',
    gender: 'male',
    colors: ['cognac', 'tan'],
  },
  ...{
    imageUrl: '/pictures/a.webp',
    imageAlt: 'A belt',
    nightImageUrl: null,
    lifestyleImageUrl: null,
    lifestyleAlt: '',
    detailImageUrl: '/pictures/b.webp',
    detailAlt: '',
  },
} as Belt
const onPage = (changes: object = {}) =>
  ({
    ...{
      standing: 'belt',
      belt,
      drop: { drop: '2026-11', isCurrent: true },
      suits: '',
    },
    ...{ isSold: true, beside: [], proof: null, reviews: null },
    ...changes,
  }) as unknown as PageSubject

describe('the head of a page', () => {
  it('has the shop’s title, one address, and whether it may be indexed', () => {
    const home = headOf('/')
    expect(home.title).toBe('Belt Club: a belt every month')
    expect(home.canonical).toBe('https://belts.example/')
    expect(home.named('robots')).toBeUndefined()
    expect(home.named('og:site_name')).toBe('Belt Club')
    expect(home.named('og:image')).toBe('https://belts.example/og/home.jpg')
    expect(headOf('/returns/').canonical).toBe('https://belts.example/returns')
    expect(headOf('/returns').title).toBe('Returns and exchanges | Belt Club')
    expect(headOf('/Returns').canonical).toBe('https://belts.example/returns')
    expect(headOf('/checkout-success').canonical).toBe('https://belts.example/checkout/success')
    expect(headOf('/letters').feed).toBe('https://belts.example/letters/rss.xml')
    expect(headOf('/belts').feed).toBeUndefined()
    for (const [path, title] of [
      ['/gift/secret', 'A gift for you'],
      ['/review/secret', 'How’s your belt?'],
      ['/handover/secret', 'A membership for you'],
      ['/nowhere', 'Page Not Found'],
      // That of an unknown path below the admin or a gift, which has no header.
      ['/admin/page/not-found', 'Page Not Found'],
    ] as const) {
      const own = headOf(path)
      expect(own.title).toBe(`${title} | Belt Club`)
      expect([own.canonical, own.named('og:url'), own.thing('Organization')]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect(own.named('robots')).toBe('noindex')
      expect(JSON.stringify(pageHead(path, { shop, publicUrl }))).not.toContain('secret')
    }
    for (const path of ['/cart', '/account', '/thank-you', '/newsletter/unsubscribe', '/admin/orders'])
      expect(headOf(path).named('robots'), path).toBe('noindex')
    expect(headOf('/admin/orders').title).toBe('Admin | Belt Club')
  })

  it('tells search engines about the shop, its returns and its plans’ prices', () => {
    expect(headOf('/').thing('Organization')).toMatchObject({
      ...{ name: 'Belt Club', url: 'https://belts.example/', email: 'support@example.com' },
      ...{ logo: 'https://belts.example/icon-512.png', sameAs: 'https://social.example/belts' },
      hasMerchantReturnPolicy: {
        ...{ '@id': 'https://belts.example/#returns', applicableCountry: 'US', merchantReturnDays: 30 },
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        returnMethod: 'https://schema.org/ReturnByMail',
        returnFees: 'https://schema.org/FreeReturn',
        refundType: 'https://schema.org/FullRefund',
        merchantReturnLink: 'https://belts.example/returns',
      },
    })
    const offers = headOf('/').thing('Product')?.offers as Record<string, unknown>[]
    expect(offers).toHaveLength(firstPlans.length)
    for (const [index, plan] of firstPlans.entries()) {
      const price = (plan.stripeAmount / 100).toFixed(2)
      expect(offers[index]).toMatchObject({
        ...{
          sku: plan.id,
          name: plan.name,
          price,
          priceCurrency: 'USD',
          url: 'https://belts.example/#plans',
        },
        availability: 'https://schema.org/InStock',
        priceSpecification: {
          price,
          billingDuration: `P${plan.months}M`,
          referenceQuantity: { value: plan.months },
        },
      })
    }
    const nobody = pageHead('/', { shop: { ...shop, socialUrl: 'https://social.example' }, publicUrl })
    expect(JSON.stringify(nobody)).not.toContain('sameAs')
  })

  it('describes a belt, its reviews and its place in the site', () => {
    const shown = [
      { stars: 4, text: 'Good.', by: 'Maya', writtenOn: '2026-11-02' },
      { stars: 5, text: '', by: 'Jo', writtenOn: '2026-11-01' },
    ]
    const head = headOf('/belts/the-ashbury', onPage({ reviews: { count: 12, average: 4.5, shown } }))
    expect(head.title).toBe('The Ashbury, a men’s dress belt | Belt Club')
    expect(head.named('description')).toBe(
      'Plain calf. It lasts. Men’s dress belt, 35 mm, from the November 2026 drop.',
    )
    expect(head.named('og:image')).toBe('https://belts.example/og/belts/b1.jpg')
    expect(head.named('og:image:alt')).toBe('A belt')
    expect(head.thing('Product')).toEqual({
      ...{ '@type': 'Product', '@id': 'https://belts.example/belts/the-ashbury#belt', name: 'The Ashbury' },
      ...{ description: 'Plain calf. It lasts.', url: 'https://belts.example/belts/the-ashbury', sku: 'MD1' },
      ...{ category: 'Men’s dress belts', material: 'Calf leather', color: 'cognac, tan' },
      width: { '@type': 'QuantitativeValue', value: 35, unitCode: 'MMT' },
      brand: { '@type': 'Brand', name: 'Belt Club' },
      audience: { '@type': 'PeopleAudience', suggestedGender: 'male' },
      image: ['https://belts.example/pictures/a.webp', 'https://belts.example/pictures/b.webp'],
      aggregateRating: {
        ...{ '@type': 'AggregateRating', ratingValue: '4.5', bestRating: 5, worstRating: 1, reviewCount: 12 },
      },
      review: [
        {
          '@type': 'Review',
          reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5, worstRating: 1 },
          author: { '@type': 'Person', name: 'Maya' },
          ...{ datePublished: '2026-11-02', reviewBody: 'Good.' },
        },
        {
          '@type': 'Review',
          reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
          author: { '@type': 'Person', name: 'Jo' },
          datePublished: '2026-11-01',
        },
      ],
    })
    const trail = head.thing('BreadcrumbList')?.itemListElement
    expect(trail).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Belt Club', item: 'https://belts.example/' },
      { '@type': 'ListItem', position: 2, name: 'Belts', item: 'https://belts.example/belts' },
      {
        '@type': 'ListItem',
        position: 3,
        name: 'November 2026',
        item: 'https://belts.example/drops/2026-11',
      },
      {
        '@type': 'ListItem',
        position: 4,
        name: 'The Ashbury',
        item: 'https://belts.example/belts/the-ashbury',
      },
    ])
    expect(headOf('/belts/the-ashbury', onPage()).thing('Product')).not.toHaveProperty('aggregateRating')
  })

  it('names a drop’s belts unless hidden, and shows a letter’s first belt or a picture of ours', () => {
    const drop = (standing: string, belts: string[]) => ({ standing, drop: '2026-11', belts }) as PageSubject
    const said = (subject: PageSubject) => subjectMeta(subject, anyShop.today).description
    expect(said(drop('current', ['A', 'B', 'C']))).toBe(
      'Out now: 3 belts for men and women, A and B among them.',
    )
    expect(said(drop('past', ['A', 'B']))).toBe(
      'What members got in November 2026: 2 belts, A and B among them.',
    )
    expect(said(drop('veiled', []))).toContain('The November 2026 drop is still under wraps.')
    const head = headOf('/drops/2026-11', drop('past', ['A']))
    expect(head.title).toBe('The November 2026 drop | Belt Club')
    expect(head.named('robots')).toBeUndefined()
    expect(headOf('/drops/2026-12', drop('veiled', [])).named('robots')).toBe('noindex')
    const blocks = [{ type: 'belt', beltId: 'b2', imageUrl: '/x.webp', imageAlt: 'Shown' }]
    const letter = { subject: 'December', preview: '', month: '2026-12', blocks, slug: 's' }
    expect(subjectMeta({ standing: 'letter', letter } as unknown as PageSubject, anyShop.today)).toEqual({
      title: 'December',
      description: 'December The letter of December 2026, as it went out.',
      ...{ picture: 'belts/b2.jpg', pictureAlt: 'Shown' },
    })
    const unpictured = headOf('/belts/the-ashbury', onPage({ belt: { ...belt, imageUrl: null } }))
    expect(unpictured.named('og:image')).toBe('https://belts.example/og/home.jpg')
    // Whole sentences as far as they fit.
    const long = { ...belt, description: `Short one. ${'Long words '.repeat(20)}` }
    expect(said(onPage({ belt: long }))).toBe(
      'Short one. Men’s dress belt, 35 mm, from the November 2026 drop.',
    )
  })
})
