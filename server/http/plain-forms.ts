import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { api, type ParsedBody } from '../../domain/api.ts'
import type { ContactMessage } from '../../domain/contact.ts'
import { ShopError } from '../../domain/errors.ts'
import { messages } from '../../domain/messages.ts'
import { sendContactMessage } from '../contact/send-contact-message.ts'
import { subscribe } from '../newsletter/subscribe.ts'
import { parseInput } from '../shop/parse-input.ts'
import type { Shop } from '../shop/shop.ts'
import { callerOf } from './api.ts'
import { pageOutsideCache } from './cached-page.ts'
import { limitTo } from './call-input.ts'
import { type Pages, pageContextOf } from './page-context.ts'
import { externalOriginsOf } from './page-policy.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { leadTo, type Tell } from './told-page.ts'

/** Bytes of a form: the longest message in any encoding. */
const largestForm = 64 * 1024

/**
 * Contact and newsletter as plain forms, for browsers without JavaScript: the same handlers as the calls, answered with a
 * page. What was typed comes back with what is wrong.
 */
export function mountPlainForms(app: Hono, shop: Shop, pages: Pages | undefined, tell: Tell) {
  app.post('/contact', limitTo(largestForm), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const typed = await typedIn(context)
    const contact = {
      ...{ name: typed('name'), email: typed('email'), subject: typed('subject') },
      ...{ category: typed('category'), orderNumber: typed('order-number'), message: typed('message') },
    }
    try {
      const body = parseInput(api.sendContactMessage.body, contact) as ParsedBody<'sendContactMessage'>
      await sendContactMessage(shop, body, callerOf(shop, context))
    } catch (error) {
      const { fields, message } = refusalOf(shop, error)
      // The page finds what is wrong with a field, as it does while someone types.
      const failure = fields && Object.keys(fields).some((field) => field in contact) ? null : message
      const posted = { typed: contact as ContactMessage, failure }
      if (pages) return notStored(await again(shop, pages, posted))
      return tell(context, { title: messages.contact.failed, status: 400, body: html`<p>${message}</p>` })
    }
    return notStored(
      await tell(context, {
        title: 'Message Sent',
        body: html`<p class="lead">We’ve got it, and we’re emailing you a copy.</p>${leadTo('/', 'Back to the shop')}`,
      }),
    )
  })

  app.post('/newsletter/subscribe', limitTo(largestForm), async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const typed = await typedIn(context)
    const [email, name, source] = [typed('email').trim(), typed('name').trim(), typed('source')]
    try {
      const body = parseInput(api.subscribeToNewsletter.body, { email, source, ...(name && { name }) })
      await subscribe(shop, body as ParsedBody<'subscribeToNewsletter'>, callerOf(shop, context))
    } catch (error) {
      const { message } = refusalOf(shop, error)
      return notStored(
        await tell(context, {
          title: messages.newsletter.failed,
          status: 400,
          body: html`<form class="told-form" method="post" action="/newsletter/subscribe">
<input type="hidden" name="source" value="${source}"><input type="hidden" name="name" value="${name}">
<div class="field"><label for="told-email">Email</label><input class="input" id="told-email" name="email" type="email" autocomplete="email" value="${email}" required aria-invalid="true" aria-describedby="told-error"><p class="err" id="told-error">${message}</p></div>
<button class="btn btn-1">Subscribe</button></form>`,
        }),
      )
    }
    const [welcome, next] = messages.newsletter.success.split(/(?<=!) /)
    return notStored(
      await tell(context, {
        title: welcome!,
        body: html`<p class="lead">${next}</p>${leadTo('/', 'Back to the shop')}`,
      }),
    )
  })
}

async function typedIn(context: Context): Promise<(name: string) => string> {
  const form = await context.req.parseBody()
  return (name) => {
    const value = form[name]
    return typeof value === 'string' ? value : ''
  }
}

/**
 * Why a form wasn't taken, in a sentence for whoever has no script to prove its work with.
 * @throws any error that isn't the shop's
 */
function refusalOf(shop: Shop, error: unknown): Pick<ShopError, 'fields' | 'message'> {
  if (!(error instanceof ShopError)) throw error
  if (error.code !== 'proof_needed') return error
  return {
    fields: undefined,
    message: `We’re getting too many forms from your network right now. Try again in an hour, or write to ${shop.config.supportEmail}.`,
  }
}

async function again(
  shop: Shop,
  pages: Pages,
  posted: { typed: ContactMessage; failure: string | null },
): Promise<Response> {
  const response = await pages(new Request(new URL('/contact', shop.config.publicUrl)), {
    ...pageContextOf(shop),
    posted,
  })
  const page = await pageOutsideCache(response, externalOriginsOf(shop))
  return new Response(page.body, { status: page.ok ? 400 : page.status, headers: page.headers })
}

function notStored(response: Response): Response {
  response.headers.set('cache-control', 'no-store')
  return response
}
