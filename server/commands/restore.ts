import { ShopError } from '../../domain/errors.ts'
import { restoreShop } from '../keeping/restore-shop.ts'
import { type Command, textOf } from './command.ts'
import { rowsIn } from './rows-in.ts'

export const restore: Command = {
  summary: 'makes the stopped shop what it was when a backup was taken; what is there now is kept aside',
  operand: { name: 'place', value: 'FILE', says: 'a backup, or the folder of an export', isRequired: true },
  options: { replace: { value: null, says: 'also where the shop has orders' } },
  async run() {
    throw new ShopError('not_possible', 'The shop is open: stop it, then restore.')
  },
  async runAlone(config, args, migrations) {
    const { manifest, kept } = await restoreShop(config, {
      place: textOf(args, 'place') ?? '',
      replace: args.replace === true,
      now: new Date(),
      migrations,
    })
    return [
      `${rowsIn(manifest)} are back as they were at ${manifest.takenAt}.`,
      ...(kept ? [`What was there before is kept in ${kept}.`] : []),
      'Start the shop: it asks the payment provider what has happened since.',
    ]
  },
}
