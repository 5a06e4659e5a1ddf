import type { Manifest } from '../backup/dump-files.ts'
import type { Config } from '../shop/config.ts'
import type { Shop } from '../shop/shop.ts'

/** Control characters, and those that turn the direction of what follows: a terminal obeys them (Unicode UAX 9, ECMA-48). */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line as a terminal may show it: a buyer's name must not move its cursor, clear it or write lines of its own. */
export function toPrintable(line: string): string {
  return line.replace(obeyed, '\ufffd')
}

/** What was given on the command line, by option name without the dashes. */
export type CommandArgs = Readonly<Record<string, string | boolean | undefined>>

export type CommandOption = {
  /** what stands after it, e.g. "CODE"; null: nothing, it is a switch */
  value: string | null
  says: string
  isRequired?: true
  /** it names a file or folder, made absolute where it was typed */
  isPath?: true
}

/** What stands behind the command without a name: a path, made absolute where it was typed. */
type CommandOperand = CommandOption & { name: string; value: string }

/** One thing that the owner can do from a terminal. */
export type Command = {
  summary: string
  operand?: CommandOperand
  options: Readonly<Record<string, CommandOption>>
  /**
   * Does it.
   * @returns the lines to print
   * @throws ShopError 'invalid_body' for wrong use, any other for what cannot be done
   */
  run(shop: Shop, args: CommandArgs): Promise<string[]>
  /** Does it instead where no shop may be open: it is not passed on to a running one. */
  runAlone?(config: Config, args: CommandArgs, migrations: string): Promise<string[]>
}

/** The words after an option, or null when it was not given. */
export function textOf(args: CommandArgs, name: string): string | null {
  const value = args[name]
  return typeof value === 'string' ? value : null
}

/** "1,204 rows of 38 tables, 17 orders among them,": what the owner knows the size of. */
export function rowsIn({ tables }: Manifest): string {
  const all = Object.values(tables)
  const rows = all.reduce((sum, table) => sum + table.rows, 0)
  const orders = tables.orders?.rows ?? 0
  const many = (count: number, noun: string) =>
    `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
  return `${many(rows, 'row')} of ${many(all.length, 'table')}, ${many(orders, 'order')} among them,`
}
