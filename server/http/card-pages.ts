import type { Context, Hono } from 'hono'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { changeDemoCard, finishCardPage, openCardPage } from '../billing/card-page.ts'
import type { CardOutcome } from '../memberships/sync-card.ts'
import type { Shop } from '../shop/shop.ts'
import { plainPage, sendPlain } from './plain-page.ts'

/**
 * The links in emails about a failed renewal: GET /card/TOKEN redirects to the provider's page for changing the card; in
 * the demo that's a page of our own. The link opens one customer's page, so caches and referrers must not keep it.
 */
export function mountCardPages(app: Hono, shop: Shop) {
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
      return refuse(context, error)
    }
  })
}

// Says what happened, in the words of the email that follows (emails/card-mails.ts).
function cardDonePage(outcomes: CardOutcome[]): string {
  const member = '<p><a href="/account">Your membership</a></p>'
  const bills = outcomes.flatMap(({ bill }) => bill ?? [])
  const sum = (status: string) =>
    formatCents(
      bills.filter((bill) => bill.status === status).reduce((all, bill) => all + bill.totalCents, 0),
    )
  const asking = bills.find((bill) => bill.status === 'open' && bill.asksBank && bill.payPage)
  if (asking)
    return plainPage(
      'One step is left',
      `<p>Your bank wants you to confirm the charge of ${sum('open')}.</p><p><a href="${escaped(asking.payPage!)}">Confirm with your bank</a></p>`,
    )
  if (bills.some((bill) => bill.status === 'open'))
    return plainPage(
      'This card was refused',
      `<p>We tried to charge ${sum('open')}, and the bank said no. Try another card. The link in our email still works.</p>${member}`,
    )
  const waits = outcomes.some(({ waitsForBank }) => waitsForBank)
  const said = [
    bills.some((bill) => bill.status === 'paid') &&
      `${sum('paid')} has been charged, and your membership continues.`,
    waits && 'Your bank is looking into a payment. Until it decides, we won’t charge what’s open.',
  ].filter(Boolean)
  if (said.length === 0) said.push('Nothing was due. Your next charge goes to your new card.')
  return plainPage('Your new card is set', `<p>${said.join(' ')}</p>${member}`)
}

function escaped(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

async function answer(context: Context, page: () => string | Promise<string>) {
  try {
    return sendPlain(context, await page())
  } catch (error) {
    return refuse(context, error)
  }
}

// Answers with a page instead of JSON: a person reads it.
function refuse(context: Context, error: unknown) {
  if (!(error instanceof ShopError)) throw error
  const isMissing = error.code === 'not_found'
  const title = isMissing ? 'This link doesn’t work' : 'Not just now'
  const page = plainPage(title, `<p>${error.message}</p><p><a href="/">Back to the shop</a></p>`)
  return sendPlain(context, page, isMissing ? 404 : 503)
}

/**
 * The demo's page for changing a card; real shops send customers to the provider instead. GET shows it, and its form
 * posts to the same address (server/billing/card-page.ts).
 * @throws ShopError 'not_found' if payments are real
 */
function demoCardPage(shop: Shop): string {
  if (!shop.payments.changeDemoCard) throw new ShopError('not_found', 'There’s nothing here.')
  return plainPage(
    'Change your demo card',
    '<p>No money moves in this demo. A real shop sends you to its payment provider here.</p><form method="post"><button>Use a card that works</button></form>',
  )
}
