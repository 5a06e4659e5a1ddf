import { sql } from 'drizzle-orm'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { readSetting, writeSetting } from './settings.ts'

const usualSentence =
  'We are taking no payments just now. Nothing was charged. Please try again a little later: your cart stays as it is.'

/** Whether the owner has stopped new payments, in whatever process. */
export async function arePaymentsStopped(shop: Shop): Promise<boolean> {
  return (await readSetting(shop, 'paymentsStopped')) !== null
}

/** The owner's switch: no new payment begins. What is paid already still becomes an order. */
export async function stopPayments(shop: Shop, sentence: string = usualSentence): Promise<void> {
  await writeSetting(shop, 'paymentsStopped', { sentence })
}

/** Takes payments again. */
export async function resumePayments(shop: Shop): Promise<void> {
  await writeSetting(shop, 'paymentsStopped', null)
}

/** The owner's sentence while payments are stopped, as one value of a larger statement. */
export const stoppedSentence = sql<string | null>`(select s.value ->> 'sentence' from settings s
  where s.key = 'paymentsStopped')`

/** @throws ShopError 'payments_stopped' with the owner's sentence, while payments are stopped */
export function refuseWhenStopped(sentence: string | null) {
  if (sentence !== null) throw new ShopError('payments_stopped', sentence)
}
