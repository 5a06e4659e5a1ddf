import { importShop } from '../keeping/import-shop.ts'
import { type Command, textOf } from './command.ts'
import { rowsIn } from './rows-in.ts'

export const importEverything: Command = {
  summary: 'makes a new, empty shop what an exported one was',
  operand: { name: 'place', value: 'FOLDER', says: 'an export, or the file of a backup', isRequired: true },
  options: {},
  async run(shop, args) {
    const manifest = await importShop(shop, textOf(args, 'place') ?? '')
    return [
      `${rowsIn(manifest)} were imported, as they were at ${manifest.takenAt}.`,
      'Sign in with the names and passwords of the shop that was exported. Mails that were due there are sent from here: stop the other shop.',
    ]
  },
}
