import type { Hono } from 'hono'
import { startMemberSession } from './account/member-session.ts'
import { readerOfManageLink } from './account/session/manage-link.ts'
import { optOut } from './notices/opt-out.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { isOnThisMachine, sessionCookies } from './session-cookie.ts'
import type { Shop } from './shop.ts'

const what = 'Mails about your orders, and what we have to tell you before a charge, still come.'

const oldLink = plainPage(
  'This link is too old',
  '<p>It works for 60 days, until you sign out everywhere. A newer mail has a newer one; or <a href="/account">ask for a link</a> to your member’s page.</p>',
)

/**
 * Where the way out of a reminder leads. Opening it changes nothing, because mail scanners open every link; the mail
 * program's own button posts to the same address (RFC 8058 §3.1). An unknown link is answered like a known one. The way to the member's page likewise asks for a click first.
 */
export function mountMailPages(app: Hono, shop: Shop) {
  app.use('/mail/*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    // Of a form under "no-referrer" a browser does not say whose page it stands on (Fetch standard, "Origin").
    context.header('referrer-policy', 'strict-origin')
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
  app.get('/mail/manage/:token', (context) =>
    context.html(
      plainPage(
        'Manage your membership',
        '<p>On your member’s page you can skip a month, pause, cancel, and change where your belts go.</p><form method="post"><button>Open my member’s page</button></form>',
      ),
      200,
      plainPageHeaders,
    ),
  )
  app.post('/mail/manage/:token', async (context) => {
    // Another site must not sign somebody in as somebody else.
    requireOwnOrigin(shop, context.req.raw)
    const email = await readerOfManageLink(shop, context.req.param('token'))
    if (!email) return context.html(oldLink, 404, plainPageHeaders)
    const { token, expiresAt } = await startMemberSession(shop, email)
    const isHere = isOnThisMachine(shop.config.publicUrl, context.req.url)
    for (const cookie of sessionCookies('member', token, expiresAt, isHere))
      context.header('set-cookie', cookie, { append: true })
    return context.redirect('/account', 303)
  })
}
