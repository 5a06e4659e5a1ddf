import { sql } from 'drizzle-orm'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { readSetting, writeSetting } from './settings.ts'

const usualSentence =
  'We’re not taking payments right now. You haven’t been charged, and your cart is safe. Please try again a little later.'

/** Whether the owner has stopped new payments, from any process. */
export async function arePaymentsStopped(shop: Shop): Promise<boolean> {
  return (await readSetting(shop, 'paymentsStopped')) !== null
}

/** Stops new payments; those already made still become orders. */
export async function stopPayments(shop: Shop, sentence: string = usualSentence): Promise<void> {
  await writeSetting(shop, 'paymentsStopped', { sentence })
}

export async function resumePayments(shop: Shop): Promise<void> {
  await writeSetting(shop, 'paymentsStopped', null)
}

/** The owner's message while payments are stopped, as one value of a larger statement. */
export const stoppedSentence = sql<string | null>`(select s.value ->> 'sentence' from settings s
  where s.key = 'paymentsStopped')`

/** @throws ShopError 'payments_stopped' with the owner's message, while payments are stopped */
export function refuseWhenStopped(sentence: string | null) {
  if (sentence !== null) throw new ShopError('payments_stopped', sentence)
}
