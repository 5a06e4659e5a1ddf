import type { Context, Hono, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import type { DelayAnswer } from '../../domain/delay.ts'
import { dropName } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { accountLinkTime, dataLinkTime, refundTime } from '../../domain/term-words.ts'
import { confirmCorrection } from '../account/email-correction.ts'
import { copyByLink, type DataLink, deleteByLink, readDataLink } from '../account/privacy/data-requests.ts'
import { answerByLink, type DelayFound, delaysOfLink } from '../delays/delay-links.ts'
import { correctionOfLink } from '../members/correction-link.ts'
import { readerOfManageLink } from '../members/manage-link.ts'
import { startMemberSession } from '../members/member-session.ts'
import { optOut } from '../members/opt-out.ts'
import { confirmSubscriber, unsubscribe } from '../newsletter/subscribe.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { callerOf } from './api.ts'
import { sendDownload } from './call-input.ts'
import { asksForLetter } from './gift-letter.ts'
import { isOnThisMachine, requireOwnOrigin, sessionCookies } from './require-own-origin.ts'
import { leadTo, pressing, type Tell, type Told } from './told-page.ts'

const stillSent = html`<p class="lead">You’ll still get emails about your orders and before a charge.</p>`

const oldDelay: Told = {
  title: 'This link doesn’t work',
  status: 404,
  body: html`<p class="lead">Anything we need to hear from you about is on your membership page.</p>
${leadTo('/account', 'Open my membership page')}`,
}

/** The question, with both answers as buttons. Opening the page answers nothing, because mail scanners open every link. */
function delayPage(found: DelayFound[], asked: string | undefined, today: CalendarDate): Told {
  const parts = found.map(({ delay, box, membership }) => {
    const belt = `${dropName(box.drop)}’s belt${membership.isGift ? ' (a gift)' : ''}`
    if (box.state === 'refunded') return html`<p class="lead">${belt}: your money’s on its way back.</p>`
    if (delay.endedAt) return html`<p class="lead">${belt}: this has already been settled.</p>`
    const day = delay.newDay
      ? `It ships by ${formatDay(delay.newDay, today)}.`
      : 'We don’t know its new day yet.'
    const answers: [DelayAnswer, string][] = [
      ['wait', 'I’ll wait'],
      ['refund', 'Refund this belt'],
    ]
    if (asked === 'refund') answers.reverse()
    return html`<p class="lead">${belt} was promised by ${formatDay(delay.wasDay, today)}. ${day}${delay.answer === 'wait' ? ' You said you’ll wait.' : ''}</p>
<div class="message-acts">${answers.map(
      ([answer, words], place) =>
        html`<form method="post"><input type="hidden" name="delay" value="${delay.id}"><input type="hidden" name="answer" value="${answer}"><button class="btn ${place === 0 ? 'btn-1' : 'btn-2'}">${words}</button></form>`,
    )}</div>`
  })
  return { title: 'Wait, or your money back?', body: html`${parts}` }
}

const oldLink: Told = {
  title: 'This link has expired',
  status: 404,
  body: html`<p class="lead">It works for ${accountLinkTime}, or until you sign out everywhere. Use the one in a newer email, or ask for a new link to your membership page.</p>
${leadTo('/account', 'Email me a link')}`,
}

/**
 * The links in emails: unsubscribing from reminders, late belts, and the member's page. Opening one changes nothing,
 * because mail scanners open every link; a button does. An email app's own unsubscribe button posts to the same address
 * (RFC 8058 §3.1). Unknown unsubscribe links get the same answer as known ones.
 */
export function mountMailPages(app: Hono, shop: Shop, tell: Tell) {
  app.use('/mail/*', keepPrivate('strict-origin'))
  app.get('/mail/stop/:token', (context) =>
    tell(context, {
      title: 'Stop these emails?',
      body: html`${stillSent}${pressing('Stop these emails')}`,
    }),
  )
  app.post('/mail/stop/:token', async (context) => {
    await optOut(shop, context.req.param('token'))
    return tell(context, { title: 'You won’t get these anymore', body: stillSent })
  })
  mountDataPages(app, shop, tell)
  mountCorrectionPages(app, shop, tell)
  app.get('/mail/delay/:token', async (context) => {
    const about = await delaysOfLink(shop, context.req.param('token'))
    if (!about) return tell(context, oldDelay)
    return tell(context, delayPage(about.found, context.req.query('answer'), shopDay(shop)))
  })
  app.post('/mail/delay/:token', async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const token = context.req.param('token')
    const { delay: delayId, answer } = await context.req.parseBody()
    const isAnswer = answer === 'wait' || answer === 'refund'
    try {
      const isTheirs = isAnswer && (await answerByLink(shop, { token, delayId: String(delayId), answer }))
      if (!isTheirs) return tell(context, oldDelay)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return tell(context, {
        title: 'This is settled',
        status: 409,
        body: html`<p class="lead">${error.message}</p>${leadTo('/account', 'Open my membership page')}`,
      })
    }
    const [title, words] =
      answer === 'wait'
        ? [
            'Thanks for waiting',
            'We’ll email you when your belt ships. Changed your mind? Until then, the same link gets you a refund.',
          ]
        : [
            'Your money’s on its way',
            `It goes back the way it was paid, within ${refundTime}. The rest of your plan stays as it is.`,
          ]
    return tell(context, { title, body: html`<p class="lead">${words}</p>` })
  })
  app.get('/mail/manage/:token', (context) =>
    tell(context, {
      title: 'Manage your membership',
      body: html`<p class="lead">On your membership page you can skip a month, pause, cancel, and change where your belts go.</p>
${pressing('Open my membership page')}`,
    }),
  )
  app.post('/mail/manage/:token', async (context) => {
    // Another site must not be able to sign someone in as someone else.
    requireOwnOrigin(shop, context.req.raw)
    const email = await readerOfManageLink(shop, context.req.param('token'))
    if (!email) return tell(context, oldLink)
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
export function mountNewsletterPages(app: Hono, shop: Shop, tell: Tell) {
  for (const path of ['/newsletter/confirm/*', '/newsletter/unsubscribe/*'])
    app.use(path, keepPrivate('no-referrer'))
  // Opening the link, as mail scanners do, changes nothing; the button does.
  app.get('/newsletter/confirm/:token', (context) =>
    tell(context, {
      title: 'Want our letter?',
      body: html`<p class="lead">One a month, with the drop. Unsubscribe with one click.</p>${pressing('Yes, send me the letter')}`,
    }),
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
    return tell(context, {
      title: 'You’re unsubscribed',
      body: html`<p class="lead">No more letters from us.</p>`,
    })
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
  for (const path of ['/gift/*', '/review/*', '/handover/*', '/strap/*']) app.use(path, keepPrivate(policy))
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

const oldDataLink: Told = {
  title: 'This link has expired',
  status: 404,
  body: html`<p class="lead">It works for ${dataLinkTime}, and once for a deletion.</p>${leadTo('/privacy#my-data', 'Ask for a new one')}`,
}

const dataPages: Record<DataLink['wish'], Told> = {
  copy: {
    title: 'Everything we keep about you',
    body: html`<p class="lead">One file with your orders, messages and everything else we keep under your email address.</p>
${pressing('Download my data')}`,
  },
  deletion: {
    title: 'Delete everything we keep about you?',
    body: html`<p class="lead">This can’t be undone. Orders stay in our books without your name, address and email. Everything else goes.</p>
${pressing('Delete my data', 'btn-ink')}`,
  },
}

/**
 * The links in emails about someone's data, for members and others alike. Opening one changes nothing, because mail
 * scanners open every link; the button does.
 */
function mountDataPages(app: Hono, shop: Shop, tell: Tell) {
  app.get('/mail/my-data/:token', async (context) => {
    const link = await readDataLink(shop, context.req.param('token'))
    return tell(context, link ? dataPages[link.wish] : oldDataLink)
  })
  app.post('/mail/my-data/:token', async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const link = await readDataLink(shop, context.req.param('token'))
    if (!link) return tell(context, oldDataLink)
    if (link.wish === 'copy') return sendDownload(context, await copyByLink(shop, link))
    const given = Number(context.req.query('credit')) || undefined
    try {
      const caller = { ...callerOf(shop, context), keep: () => {} }
      await deleteByLink(shop, link, { givesUpCreditCents: given, caller })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return tell(context, refusal(error))
    }
    return tell(context, {
      title: 'Your data is deleted',
      body: html`<p class="lead">Nothing’s left under your email address.</p>`,
    })
  })
}

/** Why nothing was deleted. Store credit can be given up, but only explicitly. */
function refusal({ message, details }: ShopError): Told {
  const cents = Number(details?.creditCents)
  return {
    title: 'Nothing was deleted yet',
    status: 409,
    body: html`<p class="lead">${message}</p>${
      cents
        ? html`<form method="post" action="?credit=${cents}"><button class="btn btn-ink">Give up ${formatCents(cents)} and delete my data</button></form>`
        : leadTo('/account', 'Open my membership page')
    }`,
  }
}

const oldCorrection: Told = {
  title: 'This link has expired',
  status: 404,
  body: html`<p class="lead">It works once, for ${dataLinkTime}. Ask us for a new one.</p>${leadTo('/contact', 'Write to us')}`,
}

/** The link to the right address of orders that were made with a mistyped one. Opening it changes nothing; the button does. */
function mountCorrectionPages(app: Hono, shop: Shop, tell: Tell) {
  app.get('/mail/right-email/:token', async (context) => {
    const asked = await correctionOfLink(shop, context.req.param('token'))
    if (!asked) return tell(context, oldCorrection)
    return tell(context, {
      title: 'Is this your email?',
      body: html`<p class="lead">Your orders go to ${asked.email} from now on: receipts, reminders and sign-in links. The address they were made with gets nothing anymore.</p>
${pressing('Yes, send them here')}`,
    })
  })
  app.post('/mail/right-email/:token', async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    try {
      if (!(await confirmCorrection(shop, context.req.param('token')))) return tell(context, oldCorrection)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      const body = html`<p class="lead">${error.message}</p>${leadTo('/contact', 'Write to us')}`
      return tell(context, { title: 'Nothing has changed', status: 409, body })
    }
    return tell(context, {
      title: 'Your email is corrected',
      body: html`<p class="lead">We’ve sent the confirmation of your last order to it again.</p>${leadTo('/account', 'Open my membership page')}`,
    })
  })
}
