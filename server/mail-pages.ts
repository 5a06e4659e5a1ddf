import type { Hono } from 'hono'
import { optOut } from './notices/opt-out.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'
import type { Shop } from './shop.ts'

const what = 'Mails about your orders, and what we have to tell you before a charge, still come.'

/**
 * Where the way out of a reminder leads. Opening it changes nothing, because mail scanners open every link; the mail
 * program's own button posts to the same address (RFC 8058 §3.1). An unknown link is answered like a known one.
 */
export function mountMailPages(app: Hono, shop: Shop) {
  app.use('/mail/*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
    context.header('x-robots-tag', 'noindex')
  })
  app.get('/mail/stop/:token', (context) =>
    context.html(
      plainPage(
        'No more of these mails?',
        `<p>${what}</p><form method="post"><button>Stop them</button></form>`,
      ),
      200,
      plainPageHeaders,
    ),
  )
  app.post('/mail/stop/:token', async (context) => {
    await optOut(shop, context.req.param('token'))
    return context.html(plainPage('You will get no more of them', `<p>${what}</p>`), 200, plainPageHeaders)
  })
}
