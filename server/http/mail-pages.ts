import type { Context, Hono, MiddlewareHandler } from 'hono'
import { formatDay } from '../../domain/calendar-date.ts'
import type { DelayAnswer } from '../../domain/delay.ts'
import { dropName } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { accountLinkTime, dataLinkTime, refundTime } from '../../domain/term-words.ts'
import { copyByLink, type DataLink, deleteByLink, readDataLink } from '../account/privacy/data-requests.ts'
import { answerByLink, type DelayFound, delaysOfLink } from '../delays/delay-links.ts'
import { readerOfManageLink } from '../members/manage-link.ts'
import { startMemberSession } from '../members/member-session.ts'
import { optOut } from '../members/opt-out.ts'
import { confirmSubscriber, unsubscribe } from '../newsletter/subscribe.ts'
import type { Shop } from '../shop/shop.ts'
import { callerOf } from './api.ts'
import { sendDownload } from './call-input.ts'
import { asksForLetter } from './gift-letter.ts'
import { plainPage, sendPlain } from './plain-page.ts'
import { isOnThisMachine, requireOwnOrigin, sessionCookies } from './require-own-origin.ts'

const what = 'You’ll still get emails about your orders and before a charge.'

const oldDelay = plainPage(
  'This link doesn’t work',
  '<p>Anything we need to hear from you about is on <a href="/account">your membership page</a>.</p>',
)

/** The question, with both answers as buttons. Opening the page answers nothing, because mail scanners open every link. */
function delayPage(found: DelayFound[], asked: string | undefined): string {
  const parts = found.map(({ delay, box, membership }) => {
    const belt = `${dropName(box.drop)}’s belt${membership.isGift ? ' (a gift)' : ''}`
    if (box.state === 'refunded') return `<p>${belt}: your money’s on its way back.</p>`
    if (delay.endedAt) return `<p>${belt}: this has already been settled.</p>`
    const day = delay.newDay ? `It ships by ${formatDay(delay.newDay)}.` : 'We don’t know its new day yet.'
    const button = (answer: DelayAnswer, words: string) =>
      `<form method="post"><input type="hidden" name="delay" value="${delay.id}"><input type="hidden" name="answer" value="${answer}"><p><button>${words}</button></p></form>`
    const both = [button('wait', 'I’ll wait'), button('refund', 'Refund this belt')]
    return `<p>${belt} was promised by ${formatDay(delay.wasDay)}. ${day}${delay.answer === 'wait' ? ' You said you’ll wait.' : ''}</p>${(asked === 'refund' ? both.reverse() : both).join('')}`
  })
  return plainPage('Wait, or your money back?', parts.join(''))
}

const oldLink = plainPage(
  'This link has expired',
  `<p>It works for ${accountLinkTime}, or until you sign out everywhere. Use the one in a newer email, or <a href="/account">ask for a link</a> to your membership page.</p>`,
)

/**
 * The links in emails: unsubscribing from reminders, late belts, and the member's page. Opening one changes nothing,
 * because mail scanners open every link; a button does. An email app's own unsubscribe button posts to the same address
 * (RFC 8058 §3.1). Unknown unsubscribe links get the same answer as known ones.
 */
export function mountMailPages(app: Hono, shop: Shop) {
  app.use('/mail/*', keepPrivate('strict-origin'))
  app.get('/mail/stop/:token', (context) =>
    sendPlain(
      context,
      plainPage(
        'Stop these emails?',
        `<p>${what}</p><form method="post"><button>Stop these emails</button></form>`,
      ),
    ),
  )
  app.post('/mail/stop/:token', async (context) => {
    await optOut(shop, context.req.param('token'))
    return sendPlain(context, plainPage('You won’t get these anymore', `<p>${what}</p>`))
  })
  mountDataPages(app, shop)
  app.get('/mail/delay/:token', async (context) => {
    const about = await delaysOfLink(shop, context.req.param('token'))
    if (!about) return sendPlain(context, oldDelay, 404)
    return sendPlain(context, delayPage(about.found, context.req.query('answer')))
  })
  app.post('/mail/delay/:token', async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const token = context.req.param('token')
    const { delay: delayId, answer } = await context.req.parseBody()
    const isAnswer = answer === 'wait' || answer === 'refund'
    try {
      const isTheirs = isAnswer && (await answerByLink(shop, { token, delayId: String(delayId), answer }))
      if (!isTheirs) return sendPlain(context, oldDelay, 404)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      const words = `<p>${error.message}</p><p><a href="/account">Open my membership page</a></p>`
      return sendPlain(context, plainPage('This is settled', words), 409)
    }
    const done =
      answer === 'wait'
        ? plainPage(
            'Thanks for waiting',
            '<p>We’ll email you when your belt ships. Changed your mind? Until then, the same link gets you a refund.</p>',
          )
        : plainPage(
            'Your money’s on its way',
            `<p>It goes back the way it was paid, within ${refundTime}. The rest of your plan stays as it is.</p>`,
          )
    return sendPlain(context, done)
  })
  app.get('/mail/manage/:token', (context) =>
    sendPlain(
      context,
      plainPage(
        'Manage your membership',
        '<p>On your membership page you can skip a month, pause, cancel, and change where your belts go.</p><form method="post"><button>Open my membership page</button></form>',
      ),
    ),
  )
  app.post('/mail/manage/:token', async (context) => {
    // Another site must not be able to sign someone in as someone else.
    requireOwnOrigin(shop, context.req.raw)
    const email = await readerOfManageLink(shop, context.req.param('token'))
    if (!email) return sendPlain(context, oldLink, 404)
    // If someone forwards a receipt, others get in for the same time. So this session isn't proved: redirecting packages
    // or taking the data needs a link of its own.
    const userAgent = context.req.header('user-agent')
    const { token, expiresAt } = await startMemberSession(shop, email, { userAgent, isProved: false })
    const isHere = isOnThisMachine(shop.config.publicUrl, context.req.raw)
    for (const cookie of sessionCookies('member', token, expiresAt, isHere))
      context.header('set-cookie', cookie, { append: true })
    return context.redirect('/account', 303)
  })
}

/**
 * The links in newsletter emails: each does one thing, then leads to a page of the site that is the same for everyone.
 * They contain the reader's token, so caches and referrers must not keep them.
 */
export function mountNewsletterPages(app: Hono, shop: Shop) {
  for (const path of ['/newsletter/confirm/*', '/newsletter/unsubscribe/*'])
    app.use(path, keepPrivate('no-referrer'))
  // Opening the link, as mail scanners do, changes nothing; the button does.
  app.get('/newsletter/confirm/:token', (context) =>
    sendPlain(
      context,
      plainPage(
        'Want our letter?',
        '<p>One a month, with the drop. Unsubscribe with one click.</p><form method="post"><button>Yes, send me the letter</button></form>',
      ),
    ),
  )
  app.post('/newsletter/confirm/:token', async (context) => {
    const isKnown = await confirmSubscriber(shop, context.req.param('token'))
    return context.redirect(isKnown ? '/newsletter/confirmed' : '/newsletter/old-link', 303)
  })
  // Opening the link changes nothing, because mail scanners open every link. The page's form posts to its own address.
  app.get('/newsletter/unsubscribe/:token', (context) =>
    context.redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(context.req.param('token'))}`, 303),
  )
  app.post('/newsletter/unsubscribe', async (context) => {
    await unsubscribe(shop, context.req.query('token') ?? '')
    return context.redirect('/newsletter/unsubscribed', 303)
  })
  // RFC 8058 §3.1: email apps post here and must not be redirected.
  app.post('/newsletter/unsubscribe/:token', async (context) => {
    await unsubscribe(shop, context.req.param('token'))
    return sendPlain(context, plainPage('You’re unsubscribed', '<p>No more letters from us.</p>'))
  })
}

/**
 * Pages of gifts, reviews and handovers are the same for everyone, but each address opens one gift, one belt or one
 * membership. So shared caches, referrers and search engines must not keep them. Mounted before the page cache, whose
 * headers are for pages that anyone may cache.
 */
export function mountTokenPages(app: Hono) {
  // The letter contains a form.
  const policy = (context: Context) => (asksForLetter(context) ? 'strict-origin' : 'no-referrer')
  for (const path of ['/gift/*', '/review/*', '/handover/*']) app.use(path, keepPrivate(policy))
}

type Policy = 'no-referrer' | 'strict-origin'

/**
 * Keeps pages whose addresses hold a token out of caches and search engines.
 * @param policy 'strict-origin' for a page whose form's origin is checked: under 'no-referrer' a browser hides the origin of
 *   a form post (Fetch standard, "Origin")
 */
function keepPrivate(policy: Policy | ((context: Context) => Policy)): MiddlewareHandler {
  return async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', typeof policy === 'string' ? policy : policy(context))
    context.header('x-robots-tag', 'noindex')
  }
}

const oldDataLink = plainPage(
  'This link has expired',
  `<p>It works for ${dataLinkTime}, and once for a deletion. <a href="/privacy#my-data">Ask for a new one</a>.</p>`,
)

const dataPages: Record<DataLink['wish'], string> = {
  copy: plainPage(
    'Everything we keep about you',
    '<p>One file with your orders, messages and everything else we keep under your email address.</p><form method="post"><button>Download my data</button></form>',
  ),
  deletion: plainPage(
    'Delete everything we keep about you?',
    '<p>This can’t be undone. Orders stay in our books without your name, address and email. Everything else goes.</p><form method="post"><button>Delete my data</button></form>',
  ),
}

const dataGone = plainPage('Your data is deleted', '<p>Nothing’s left under your email address.</p>')

/**
 * The links in emails about someone's data, for members and others alike. Opening one changes nothing, because mail
 * scanners open every link; the button does.
 */
function mountDataPages(app: Hono, shop: Shop) {
  app.get('/mail/my-data/:token', async (context) => {
    const link = await readDataLink(shop, context.req.param('token'))
    return sendPlain(context, link ? dataPages[link.wish] : oldDataLink, link ? 200 : 404)
  })
  app.post('/mail/my-data/:token', async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const link = await readDataLink(shop, context.req.param('token'))
    if (!link) return sendPlain(context, oldDataLink, 404)
    if (link.wish === 'copy') return sendDownload(context, await copyByLink(shop, link))
    const given = Number(context.req.query('credit')) || undefined
    try {
      const caller = { ...callerOf(shop, context), keep: () => {} }
      await deleteByLink(shop, link, { givesUpCreditCents: given, caller })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return sendPlain(context, refusal(error), 409)
    }
    return sendPlain(context, dataGone)
  })
}

/** Why nothing was deleted. Store credit can be given up, but only explicitly. */
function refusal({ message, details }: ShopError): string {
  const cents = Number(details?.creditCents)
  const giveUp = cents
    ? `<form method="post" action="?credit=${cents}"><button>Give up ${formatCents(cents)} and delete my data</button></form>`
    : '<p><a href="/account">Open your membership page</a></p>'
  return plainPage('Nothing was deleted yet', `<p>${message}</p>${giveUp}`)
}
