import type { Hono } from 'hono'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { copyByLink, type DataLink, deleteByLink, readDataLink } from '../account/privacy/data-requests.ts'
import type { Shop } from '../shop/shop.ts'
import { callerOf } from './api.ts'
import { sendDownload } from './call-input.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'
import { requireOwnOrigin } from './require-own-origin.ts'

const oldLink = plainPage(
  'This link has expired',
  '<p>It works for 24 hours, and once for a deletion. <a href="/privacy#my-data">Ask for a new one</a>.</p>',
)

const asks: Record<DataLink['wish'], string> = {
  copy: plainPage(
    'Everything we keep about you',
    '<p>One file with your orders, messages and everything else we keep under your email address.</p><form method="post"><button>Download my data</button></form>',
  ),
  deletion: plainPage(
    'Delete everything we keep about you?',
    '<p>This can’t be undone. Orders stay in our books without your name, address and email. Everything else goes.</p><form method="post"><button>Delete my data</button></form>',
  ),
}

const gone = plainPage('Your data is deleted', '<p>Nothing’s left under your email address.</p>')

/**
 * The links in emails about someone's data, for members and others alike. Opening one changes nothing, because mail
 * scanners open every link; the button does.
 */
export function mountDataPages(app: Hono, shop: Shop) {
  app.get('/mail/my-data/:token', async (context) => {
    const link = await readDataLink(shop, context.req.param('token'))
    return context.html(link ? asks[link.wish] : oldLink, link ? 200 : 404, plainPageHeaders)
  })
  app.post('/mail/my-data/:token', async (context) => {
    requireOwnOrigin(shop, context.req.raw)
    const link = await readDataLink(shop, context.req.param('token'))
    if (!link) return context.html(oldLink, 404, plainPageHeaders)
    if (link.wish === 'copy') return sendDownload(context, await copyByLink(shop, link))
    const given = Number(context.req.query('credit')) || undefined
    try {
      const caller = { ...callerOf(shop, context), keep: () => {} }
      await deleteByLink(shop, link, { givesUpCreditCents: given, caller })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return context.html(refusal(error), 409, plainPageHeaders)
    }
    return context.html(gone, 200, plainPageHeaders)
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
