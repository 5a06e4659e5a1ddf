import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { changeDemoCard, finishCardPage, openCardPage } from '../billing/card-page.ts'
import type { CardOutcome } from '../memberships/sync-card.ts'
import type { Shop } from '../shop/shop.ts'
import { leadTo, pressing, type Tell, type Told } from './told-page.ts'

/**
 * The links in emails about a failed renewal: GET /card/TOKEN redirects to the provider's page for changing the card; in
 * the demo that's a page of our own. The link opens one customer's page, so caches and referrers must not keep it.
 */
export function mountCardPages(app: Hono, shop: Shop, tell: Tell) {
  const answer = answerer(tell)
  app.use('/card/*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
  })
  app.get('/card/demo/:customerId', (context) => answer(context, () => demoCardPage(shop)))
  app.post('/card/demo/:customerId', (context) =>
    answer(context, async () => cardDonePage(await changeDemoCard(shop, context.req.param('customerId')))),
  )
  app.get('/card/:token/done', (context) =>
    answer(context, async () => cardDonePage(await finishCardPage(shop, context.req.param('token')))),
  )
  app.get('/card/:token', async (context) => {
    try {
      return context.redirect(await openCardPage(shop, context.req.param('token')), 303)
    } catch (error) {
      return tell(context, refusal(error))
    }
  })
}

// Says what happened, in the words of the email that follows (emails/card-mails.ts).
function cardDonePage(outcomes: CardOutcome[]): Told {
  const bills = outcomes.flatMap(({ bill }) => bill ?? [])
  const sum = (status: string) =>
    formatCents(
      bills.filter((bill) => bill.status === status).reduce((all, bill) => all + bill.totalCents, 0),
    )
  const asking = bills.find((bill) => bill.status === 'open' && bill.asksBank && bill.payPage)
  if (asking)
    return {
      title: 'One step is left',
      body: html`<p class="lead">Your bank wants you to confirm the charge of ${sum('open')}.</p>
<p><a class="btn btn-1" href="${asking.payPage!}">Confirm with your bank</a></p>`,
    }
  if (bills.some((bill) => bill.status === 'open'))
    return withMembership(
      'This card was refused',
      `We tried to charge ${sum('open')}, and the bank said no. Try another card. The link in our email still works.`,
    )
  const waits = outcomes.some(({ waitsForBank }) => waitsForBank)
  const said = [
    bills.some((bill) => bill.status === 'paid') &&
      `${sum('paid')} has been charged, and your membership continues.`,
    waits && 'Your bank is looking into a payment. Until it decides, we won’t charge what’s open.',
  ].filter(Boolean)
  if (said.length === 0) said.push('Nothing was due. Your next charge goes to your new card.')
  return withMembership('Your new card is set', said.join(' '))
}

const withMembership = (title: string, words: string): Told => ({
  title,
  body: html`<p class="lead">${words}</p>${leadTo('/account', 'Your membership')}`,
})

const answerer = (tell: Tell) => async (context: Context, page: () => Told | Promise<Told>) => {
  try {
    return await tell(context, await page())
  } catch (error) {
    return tell(context, refusal(error))
  }
}

/**
 * A page instead of JSON: a person reads it.
 * @throws any error that isn't the shop's
 */
function refusal(error: unknown): Told {
  if (!(error instanceof ShopError)) throw error
  const isMissing = error.code === 'not_found'
  return {
    title: isMissing ? 'This link doesn’t work' : 'Not just now',
    status: isMissing ? 404 : 503,
    body: html`<p class="lead">${error.message}</p>${leadTo('/', 'Back to the shop')}`,
  }
}

/**
 * The demo's page for changing a card; real shops send customers to the provider instead. GET shows it, and its form
 * posts to the same address (server/billing/card-page.ts).
 * @throws ShopError 'not_found' if payments are real
 */
function demoCardPage(shop: Shop): Told {
  if (!shop.payments.changeDemoCard) throw new ShopError('not_found', 'There’s nothing here.')
  return {
    title: 'Change your demo card',
    body: html`<p class="lead">No money moves in this demo. A real shop sends you to its payment provider here.</p>
${pressing('Use a card that works')}`,
  }
}
