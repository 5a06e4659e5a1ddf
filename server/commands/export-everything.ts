import { exportShop } from '../keeping/export-shop.ts'
import { type Command, textOf } from './command.ts'
import { rowsIn } from './rows-in.ts'

export const exportEverything: Command = {
  summary: 'writes everything that the shop knows into a folder: JSON lines, and lists as CSV',
  operand: { name: 'folder', value: 'FOLDER', says: 'a folder that is empty or not there', isRequired: true },
  options: {},
  async run(shop, args) {
    const folder = textOf(args, 'folder') ?? ''
    const manifest = await exportShop(shop, folder)
    return [
      `${rowsIn(manifest)} are in ${folder}, as they were at ${manifest.takenAt}.`,
      'It holds every name, address and password hash of the shop: keep it where nobody else reads it.',
    ]
  },
}
