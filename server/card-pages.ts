import type { Context, Hono } from 'hono'
import { ShopError } from '../domain/errors.ts'
import { changeDemoCard } from './billing/change-demo-card.ts'
import { demoCardPage } from './billing/demo-card-page.ts'
import { openCardPage } from './billing/open-card-page.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'
import type { Shop } from './shop.ts'

/**
 * Where the mails about a failed renewal lead: GET /card/TOKEN goes on to the provider's page for changing the card,
 * which in the demo is a page of our own. The link opens one customer's page, so no cache and no referrer may keep it.
 */
export function mountCardPages(app: Hono, shop: Shop) {
  app.use('/card/*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
  })
  app.get('/card/demo/:customerId', (context) => answer(context, () => demoCardPage(shop, false)))
  app.post('/card/demo/:customerId', (context) =>
    answer(context, async () => {
      await changeDemoCard(shop, context.req.param('customerId'))
      return demoCardPage(shop, true)
    }),
  )
  app.get('/card/:token', async (context) => {
    try {
      return context.redirect(await openCardPage(shop, context.req.param('token')), 303)
    } catch (error) {
      return refuse(context, error)
    }
  })
}

async function answer(context: Context, page: () => string | Promise<string>) {
  try {
    return context.html(await page(), 200, plainPageHeaders)
  } catch (error) {
    return refuse(context, error)
  }
}

// A person reads this, not a program.
function refuse(context: Context, error: unknown) {
  if (!(error instanceof ShopError)) throw error
  const isMissing = error.code === 'not_found'
  const title = isMissing ? 'This link leads nowhere' : 'Not just now'
  const page = plainPage(title, `<p>${error.message}</p><p><a href="/">Back to the shop</a></p>`)
  return context.html(page, isMissing ? 404 : 503, plainPageHeaders)
}
