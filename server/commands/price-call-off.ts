import { callPriceOff } from '../prices/call-price-off.ts'
import { type Command, textOf } from './command.ts'

export const priceCallOff: Command = {
  summary: 'calls an announced price off; tell those who know of it yourself',
  options: { plan: { value: 'monthly', says: 'the plan', isRequired: true } },
  async run(shop, args) {
    const wasThere = await callPriceOff(shop, textOf(args, 'plan') ?? '')
    return [wasThere ? 'It is called off.' : 'No new price of this plan was announced.']
  },
}
