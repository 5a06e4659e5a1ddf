import type { AdminReply } from '../../../domain/admin/calls.ts'
import { formatCents } from '../../../domain/money.ts'
import { plansOnSale } from '../../../domain/plan.ts'
import { readPlans } from '../../catalog/read-plans.ts'
import { readSetting } from '../../settings/read-setting.ts'
import type { Shop } from '../../shop.ts'

/** What the owner set, and what holds where nothing is set. */
export async function readSettings(shop: Shop): Promise<AdminReply<'readSettings'>> {
  const desk = await readSetting(shop, 'desk')
  const { startedAs } = shop.config
  return {
    shopName: desk?.shopName ?? '',
    supportEmail: desk?.supportEmail ?? '',
    holidays: desk?.holidays ?? [],
    defaults: startedAs,
    paymentsStopped: (await readSetting(shop, 'paymentsStopped'))?.sentence ?? null,
    ownersNeedTwoStep: (await readSetting(shop, 'ownersNeedTwoStep')) !== null,
    figures: [...(await planFigures(shop)), ...figures],
  }
}

async function planFigures(shop: Shop) {
  const plans = plansOnSale(await readPlans(shop.db))
  return plans.map((plan) => ({ name: `${plan.name} plan`, value: formatCents(plan.stripeAmount) }))
}

/** Spec §9, as the pages state them: a promise to customers, changed with the terms and not by a switch. */
const figures = [
  { name: 'Return and exchange window', value: '30 days from delivery' },
  { name: 'Warranty', value: '1 year' },
  { name: 'No repeat of a belt', value: '36 months' },
  { name: 'Order issues answered within', value: '12 hours' },
  { name: 'Everything else answered within', value: '24 hours' },
  { name: 'Price changes announced', value: '30 days ahead' },
]
