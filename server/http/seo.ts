import type { Context, Hono } from 'hono'
import type { SentLetter } from '../../domain/admin/letter-blocks.ts'
import { type PublicPage, publicPages } from '../../domain/public-pages.ts'
import { shownPaths } from '../catalog/belt-pages.ts'
import { sentLetters } from '../letters/public-letters.ts'
import type { Shop } from '../shop/shop.ts'

const anHour = 'public, max-age=3600'
/** Paths closed to crawlers, each with everything below it. */
const closed = [
  '/admin',
  '/account',
  '/checkout',
  '/card/',
  '/gift/',
  '/review/',
  '/handover/',
  '/mail/',
  '/api/',
]

/** What crawlers and phones request under fixed names: the sitemap, robots.txt, the manifest. */
export function mountSeo(app: Hono, shop: Shop) {
  const send = (context: Context, type: string, body: string) =>
    context.body(body, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': anHour })
  app.get('/robots.txt', (context) => send(context, 'text/plain', robots(shop.config.publicUrl)))
  app.get('/sitemap.xml', async (context) => {
    const shown = (await shownPaths(shop)).map((path) => ({ path, lastChanged: null }))
    const written = (await sentLetters(shop)).map(({ slug, publishedOn }) => ({
      ...{ path: `/letters/${slug}`, lastChanged: publishedOn },
    }))
    const all = [...publicPages, ...shown, ...written]
    return send(context, 'application/xml', sitemap(shop.config.publicUrl, all))
  })
  app.get('/letters/rss.xml', async (context) =>
    send(context, 'application/rss+xml', feed(shop.config, await sentLetters(shop))),
  )
  app.get('/site.webmanifest', (context) =>
    send(context, 'application/manifest+json', JSON.stringify(manifest(shop.config.shopName))),
  )
}

function robots(publicUrl: string): string {
  const rules = closed.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

function sitemap(publicUrl: string, pages: readonly PublicPage[]): string {
  const places = pages.map(({ path, lastChanged }) => {
    const address = `<loc>${escapeXml(publicUrl + path)}</loc>`
    return `<url>${address}${lastChanged ? `<lastmod>${lastChanged}</lastmod>` : ''}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.join('\n')}
</urlset>
`
}

/** RSS 2.0: every letter, with the URL of its page. */
function feed({ publicUrl, shopName }: Shop['config'], letters: readonly SentLetter[]): string {
  const items = letters.map(({ slug, subject, preview, publishedAt }) => {
    const link = escapeXml(`${publicUrl}/letters/${slug}`)
    return `<item><title>${escapeXml(subject)}</title><link>${link}</link><guid>${link}</guid><pubDate>${new Date(publishedAt).toUTCString()}</pubDate><description>${escapeXml(preview)}</description></item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(shopName)} letters</title>
<link>${escapeXml(publicUrl)}/letters</link>
<description>One a month, with the drop.</description>
<language>en-us</language>
<atom:link href="${escapeXml(publicUrl)}/letters/rss.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel>
</rss>
`
}

/** Uses the light theme's colors (app/ui/tokens.css): a manifest has room for one theme; pages name both. */
function manifest(name: string) {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name,
    short_name: name,
    description: 'A leather belt every month, to wear or to give.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#e3e0db',
    theme_color: '#e3e0db',
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
