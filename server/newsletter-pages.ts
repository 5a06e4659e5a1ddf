import type { Hono } from 'hono'
import { confirmSubscriber } from './newsletter/confirm-subscriber.ts'
import { unsubscribe } from './newsletter/unsubscribe.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'
import type { Shop } from './shop.ts'

/**
 * Where the links of newsletter mails lead: each does its one thing and goes on to a page of the site, which is the
 * same for everybody. Links carry the owner's token, so no cache and no referrer may keep them.
 */
export function mountNewsletterPages(app: Hono, shop: Shop) {
  for (const path of ['/newsletter/confirm/*', '/newsletter/unsubscribe/*']) {
    app.use(path, async (context, next) => {
      await next()
      context.header('cache-control', 'no-store')
      context.header('referrer-policy', 'no-referrer')
      context.header('x-robots-tag', 'noindex')
    })
  }
  app.get('/newsletter/confirm/:token', async (context) => {
    // Whoever only looks, as mail scanners do, says nothing.
    if (context.req.method === 'HEAD') return context.body(null, 200)
    const isKnown = await confirmSubscriber(shop, context.req.param('token'))
    return context.redirect(isKnown ? '/newsletter/confirmed' : '/newsletter/old-link', 303)
  })
  // Opening a link changes nothing: mail scanners open them all. The page's form posts to its own address.
  app.get('/newsletter/unsubscribe/:token', (context) =>
    context.redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(context.req.param('token'))}`, 303),
  )
  app.post('/newsletter/unsubscribe', async (context) => {
    await unsubscribe(shop, context.req.query('token') ?? '')
    return context.redirect('/newsletter/unsubscribed', 303)
  })
  // RFC 8058 §3.1: the mail program posts here, and must not be redirected.
  app.post('/newsletter/unsubscribe/:token', async (context) => {
    await unsubscribe(shop, context.req.param('token'))
    return context.html(
      plainPage('You are unsubscribed', '<p>No more letters from us.</p>'),
      200,
      plainPageHeaders,
    )
  })
}
