import { ShopError } from '../../domain/errors.ts'
import { plainPage } from '../plain-page.ts'
import type { Shop } from '../shop.ts'

/**
 * The demo's page for changing a card, where a real shop sends its customers to the provider: GET shows it, its form
 * posts to the same address (change-demo-card.ts).
 * @throws ShopError 'not_found' where payments are real
 */
export function demoCardPage(shop: Shop): string {
  if (!shop.payments.changeDemoCard) throw new ShopError('not_found', 'There is nothing here.')
  return plainPage(
    'Change your demo card',
    '<p>No money moves in this demo. A real shop sends you to its payment provider here.</p><form method="post"><button>Use a card that works</button></form>',
  )
}
