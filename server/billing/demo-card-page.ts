import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'

/**
 * The demo's page for changing a card, where a real shop sends its customers to the provider: GET shows it, its form
 * posts to the same address (change-demo-card.ts).
 * @throws ShopError 'not_found' where payments are real
 */
export function demoCardPage(shop: Shop, isChanged: boolean): string {
  if (!shop.payments.changeDemoCard) throw new ShopError('not_found', 'There is nothing here.')
  const body = isChanged
    ? '<p>The demo card is good again, and what was open has been charged.</p><p><a href="/">Back to the shop</a></p>'
    : '<p>No money moves in this demo. A real shop sends you to its payment provider here.</p>' +
      '<form method="post"><button>Use a card that works</button></form>'
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>Your demo card</title></head><body><main><h1>Your demo card</h1>${body}</main></body></html>`
  )
}
