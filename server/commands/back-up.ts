import { backUp as backUpShop } from '../keeping/back-up.ts'
import { type Command, textOf } from './command.ts'
import { rowsIn } from './rows-in.ts'

export const backUp: Command = {
  summary: 'writes everything that the shop knows into one file, while it goes on',
  operand: { name: 'file', value: 'FILE', says: 'without: by its time, in the folder backups of DATA_DIR' },
  options: {},
  async run(shop, args) {
    const { file, manifest } = await backUpShop(shop, textOf(args, 'file'))
    return [`${rowsIn(manifest)} are in ${file}, read again and whole. Take it to another machine.`]
  },
}
