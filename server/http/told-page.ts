import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { Shop } from '../shop/shop.ts'
import { type Pages, pageContextOf } from './page-context.ts'
import { policyHeaders } from './page-policy.ts'

type Html = ReturnType<typeof html>

/** A page that the server writes, for links that lead to no page of app/routes.ts. */
export type Told = {
  title: string
  /** what follows the title; on a gift's page, the title too */
  body: Html
  status?: 200 | 400 | 404 | 409 | 429 | 503
  /** a gift recipient's page: the frame has no way to a price */
  isGift?: boolean
  /** for a page that is shared: what its link shows elsewhere; `picture` is a file of public/og */
  share?: { description: string; picture: string; pictureAlt: string }
}

/** Answers with such a page, in the shop's frame. */
export type Tell = (context: Context, told: Told) => Promise<Response>

/** A button that posts to the page's own address. */
export const pressing = (words: string, look = 'btn-1') =>
  html`<form method="post"><button class="btn ${look}">${words}</button></form>`

export const leadTo = (path: string, words: string) =>
  html`<p><a class="btn btn-2" href="${path}">${words}</a></p>`

// No word that a page could have.
const marks = { title: '[the title of this page]', body: '[the content of this page]' }
/** Routes of app/routes.ts that only the server asks for: whoever else does gets the page for what isn't there. */
export const frames = { page: '/page/told', gift: '/gift/letter/told' }

/** Milliseconds after which a frame is rendered again. */
const freshFor = 60_000

/**
 * Writes pages in the frame of the shop's others: header, footer, type, colors and theme, without scripts of the
 * framework. The frame is rendered once a minute, so whoever makes up addresses causes no rendering. If it can't be, for
 * example because the database is down, the words stand alone.
 * @param pages absent if only the calls are tested
 */
export function teller(shop: Shop, pages: Pages | undefined): Tell {
  const kept = new Map<string, { madeAt: number; frame: Promise<string | null> }>()

  function frameAt(path: string): Promise<string | null> {
    const known = kept.get(path)
    if (known && performance.now() - known.madeAt < freshFor) return known.frame
    const former = known?.frame ?? Promise.resolve(null)
    const frame = render(path).catch((error: unknown) => {
      shop.log.warn({ error }, 'the frame of a page could not be made')
      return former
    })
    kept.set(path, { madeAt: performance.now(), frame })
    return frame
  }

  async function render(path: string): Promise<string | null> {
    if (!pages) return null
    const request = new Request(new URL(path, shop.config.publicUrl))
    const response = await pages(request, { ...pageContextOf(shop), frame: marks })
    if (!response.ok) throw new Error(`the frame ${path} answered ${response.status}`)
    return response.text()
  }

  return async (context, { title, body, status = 200, isGift = false, share }) => {
    const content = String(await body)
    const frame = await frameAt(isGift ? frames.gift : frames.page)
    const whole = frame ? framed(frame, title, content) : alone(title, content, isGift)
    const page = share ? shared(whole, shop.config.publicUrl, { title, ...share }) : whole
    const policy = policyHeaders(page, { stripe: false, googleMaps: false, analytics: null })
    return context.html(page, status, policy)
  }
}

function framed(frame: string, title: string, content: string): string {
  const name = String(html`${title}`)
  return frame
    .replace(/<title>.*?( \| .*?)?<\/title>/s, (_, shop = '') => `<title>${name}${shop}</title>`)
    .replace(marks.title, () => name)
    .replace(marks.body, () => content)
}

type Shared = { title: string } & NonNullable<Told['share']>

/** The page with what its link shows elsewhere, in place of what the frame's says. */
function shared(
  page: string,
  publicUrl: string,
  { title, description, picture, pictureAlt }: Shared,
): string {
  const image = `${publicUrl}/og/${picture}`
  const said = { 'og:title': title, 'og:description': description, 'og:image': image }
  const all = { ...said, description, 'og:image:alt': pictureAlt, 'twitter:image:alt': pictureAlt }
  return page.replace(/<meta (name|property)="([^"]+)" content="[^"]*"/g, (tag, kind, name) => {
    const words = all[name as keyof typeof all]
    return words === undefined ? tag : `<meta ${kind}="${name}" content="${String(html`${words}`)}"`
  })
}

function alone(title: string, content: string, isGift: boolean): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body><main>${isGift ? '' : html`<h1>${title}</h1>`}${raw(content)}</main></body>
</html>`)
}
