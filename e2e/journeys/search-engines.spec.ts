import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { firstPlans as plans } from '../../domain/first-plans.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'
import { attributes, type Head, headOf } from './page-head.ts'
import { expect, test } from './shop-test.ts'

const publicUrl = 'https://belts.example'
const routes = readFileSync(path.resolve(import.meta.dirname, '../../app/routes.ts'), 'utf8')
// Not that of a gift: it is its recipient's alone, names no address and leads nowhere (gift-recipient.spec.ts). Nor the
// frames around what an email's link says: nobody can ask for one.
const paths = [
  '/',
  ...[...routes.matchAll(/route\('([^'*:]+)'/g)]
    .map(([, each]) => `/${each}`)
    .filter((each) => !each.endsWith('/told')),
]
const missing = '/no-such-page'

// Of its own: only one that knows its public address can name it.
let shop: ShopProcess
const heads = new Map<string, Head>()

test.beforeAll(async () => {
  shop = await startShopProcess({ env: { PUBLIC_URL: publicUrl, ALLOW_DEMO: '1', LOG_LEVEL: 'warn' } })
  for (const each of [...paths, missing]) heads.set(each, await headOf(`${shop.address}${each}`))
})
test.afterAll(async () => {
  await shop.stop()
  removeData(shop.dataDir)
})

const get = (address: string) => fetch(`${shop.address}${address}`)
const indexable = () => paths.filter((each) => !heads.get(each)!.isHidden)

test('every page has its own title and a description that search results show whole', () => {
  expect(paths.length).toBeGreaterThan(8)
  for (const [each, head] of heads) {
    expect(head.titles, each).toHaveLength(1)
    expect(head.descriptions, each).toHaveLength(1)
    expect(head.descriptions[0]!.length, each).toBeGreaterThanOrEqual(50)
    expect(head.descriptions[0]!.length, each).toBeLessThanOrEqual(160)
  }
  const others = [...heads].filter(([each]) => each !== '/checkout-success').map(([, head]) => head)
  expect(new Set(others.map((head) => head.titles[0])).size).toBe(others.length)
  expect(new Set(others.map((head) => head.descriptions[0])).size).toBe(others.length)
})

test('a page names its canonical URL, whatever host it was requested from', () => {
  for (const each of paths) {
    const own = each === '/checkout-success' ? '/checkout/success' : each
    expect(heads.get(each)!.canonical, each).toEqual([publicUrl + own])
    expect(heads.get(each)!.properties['og:url'], each).toBe(publicUrl + own)
  }
  expect(heads.get(missing)!.canonical).toEqual([])
})

test('a shared link shows its title, description and a picture of the stated size', async () => {
  for (const [each, { properties, titles, descriptions }] of heads) {
    expect(properties['og:title'], each).toBe(titles[0])
    expect(properties['og:description'], each).toBe(descriptions[0])
    expect(properties['twitter:card'], each).toBe('summary_large_image')
    expect(properties['og:image'], each).toMatch(/^https:\/\/belts\.example\/og\/.+\.jpg$/)
    expect(properties['og:image:alt'], each).toBeTruthy()
    const answer = await get(new URL(properties['og:image']!).pathname)
    expect(answer.status, each).toBe(200)
    const picture = Buffer.from(await answer.arrayBuffer())
    expect(picture.length).toBeLessThan(120_000)
    const { width, height } = await sharp(picture).metadata()
    expect([String(width), String(height)]).toEqual([
      properties['og:image:width'],
      properties['og:image:height'],
    ])
  }
})

test('private and missing pages are hidden from search engines', () => {
  const hidden = [...heads].filter(([, head]) => head.isHidden).map(([each]) => each)
  expect(hidden).toEqual(
    expect.arrayContaining(['/cart', '/checkout/success', '/checkout-success', '/thank-you', missing]),
  )
  expect(indexable()).toEqual(
    expect.arrayContaining(['/', '/belts', '/drops', '/contact', '/returns', '/privacy', '/terms']),
  )
})

test('structured data has the plans’ prices', () => {
  const product = heads.get('/')!.things.find((thing) => thing['@type'] === 'Product')
  expect(
    product.offers.map((offer: Record<string, string>) => [offer.sku, offer.price, offer.priceCurrency]),
  ).toEqual(plans.map((plan) => [plan.id, (plan.stripeAmount / 100).toFixed(2), 'USD']))
  const shopItself = heads.get('/')!.things.find((thing) => thing['@type'] === 'Organization')
  expect(shopItself.hasMerchantReturnPolicy).toMatchObject({
    merchantReturnDays: 30,
    returnFees: 'https://schema.org/FreeReturn',
    merchantReturnLink: `${publicUrl}/returns`,
  })
})

test('every question in the structured data is on the page with its answer', () => {
  const { things, text } = heads.get('/')!
  const { mainEntity } = things.find((thing) => thing['@type'] === 'FAQPage')
  expect(mainEntity.length).toBeGreaterThan(0)
  for (const { name, acceptedAnswer } of mainEntity) {
    expect(text).toContain(name)
    for (const sentence of acceptedAnswer.text.split(/(?<=[.?:]) /)) {
      expect(text).toContain(sentence.replace(/:$/, ''))
    }
  }
})

test('pages below the home page have breadcrumbs in their data', () => {
  for (const each of indexable().filter((one) => one !== '/')) {
    const trail = heads.get(each)!.things.find((thing) => thing['@type'] === 'BreadcrumbList')
    expect(trail.itemListElement.map((place: { item: string }) => place.item)).toEqual([
      `${publicUrl}/`,
      publicUrl + each,
    ])
  }
})

test('the sitemap lists exactly the indexable pages, and robots.txt names it', async () => {
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toContain('application/xml')
  const listed = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, each]) => each)
  const [single, fixed] = [
    listed.filter((each) => /\/(belts|drops)\/./.test(each!)),
    listed.filter((each) => !/\/(belts|drops)\/./.test(each!)),
  ]
  expect(fixed.sort()).toEqual(
    indexable()
      .map((each) => publicUrl + each)
      .sort(),
  )
  // A new shop's eighteen belts, and the drop that they came with.
  expect(single).toHaveLength(19)
  expect(single).toEqual(
    expect.arrayContaining([`${publicUrl}/belts/the-ashbury`, `${publicUrl}/drops/2025-11`]),
  )
  for (const each of single) {
    const head = await headOf(shop.address + new URL(each!).pathname)
    expect([head.isHidden, head.canonical], each).toEqual([false, [each]])
    expect(head.descriptions[0]!.length, each).toBeGreaterThanOrEqual(50)
    expect(head.descriptions[0]!.length, each).toBeLessThanOrEqual(160)
  }
  const robots = await (await get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, each]) => each!)
  const own = ['/card/', '/gift/', '/review/', '/handover/', '/mail/']
  for (const each of ['/admin', '/account', '/checkout', ...own, '/api/']) expect(closed).toContain(each)
  for (const each of indexable())
    expect(
      closed.some((rule) => each.startsWith(rule)),
      each,
    ).toBe(false)
})

// WCAG 3.2.6
test('help is in the same place on every page: contact and address in the footer, in the same order', async () => {
  const help = async (each: string) =>
    [...(await (await get(each)).text()).matchAll(/<footer.*<\/footer>/gs)].map(([footer]) =>
      attributes(footer, 'a').map(({ href }) => href),
    )
  const [ofHome] = await help('/')
  expect(ofHome).toEqual(expect.arrayContaining(['/contact', 'mailto:support@example.com']))
  for (const each of [...paths, missing]) expect(await help(each), each).toEqual([ofHome])
})

test('a belt is a product without an offer, with its own sharing picture and breadcrumbs', async () => {
  const head = await headOf(`${shop.address}/belts/the-ashbury`)
  const thing = head.things.find((each) => each['@type'] === 'Product')
  expect(thing).toMatchObject({ name: 'The Ashbury', sku: 'MD1-202511-ASHBURY', material: 'Calf leather' })
  expect(thing.offers).toBeUndefined()
  const trail = head.things.find((each) => each['@type'] === 'BreadcrumbList')
  expect(trail.itemListElement.map((place: { item: string }) => place.item)).toEqual([
    `${publicUrl}/`,
    `${publicUrl}/belts`,
    `${publicUrl}/drops/2025-11`,
    `${publicUrl}/belts/the-ashbury`,
  ])
  const answer = await get(new URL(head.properties['og:image']!).pathname)
  const { format, width, height } = await sharp(await answer.bytes()).metadata()
  expect([format, width, height]).toEqual(['jpeg', 1200, 630])
  for (const each of ['/belts/no-such-belt', '/drops/2019-01', '/drops/soon', '/og/belts/x.jpg'])
    expect((await get(each)).status, each).toBe(404)
})

test('a phone can add the shop to its home screen', async () => {
  const html = await (await get('/')).text()
  expect(attributes(html, 'link').filter(({ rel }) => rel === 'manifest')).toHaveLength(1)
  const colors = attributes(html, 'meta').filter(({ name }) => name === 'theme-color')
  expect(colors.map(({ media }) => media)).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ])
  const manifest = await (await get('/site.webmanifest')).json()
  expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable')
  for (const { src, sizes } of [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const { width, height } = await sharp(await (await get(src)).bytes()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('the head updates on navigation, the browser accepts all of it, and what isn’t there stays Page Not Found', async ({
  visitor,
}) => {
  await visitor.goto('/')
  await visitor
    .getByRole('contentinfo')
    .getByRole('link', { name: /returns/i })
    .first()
    .click()
  await expect(visitor).toHaveTitle(/^Returns and exchanges \|/)
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', /\/returns$/)
  for (const each of ['/belts/no-such-belt', '/drops/2019-01', '/letters/no-such-letter']) {
    await visitor.goto(each)
    await expect(visitor.getByRole('heading', { level: 1 }), each).toHaveText('Page Not Found')
  }
  await visitor.getByRole('link', { name: 'See the belts' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('The belts')
})
