import type { Manifest } from '../backup/dump-files.ts'
import type { Config } from '../shop/config.ts'
import type { Shop } from '../shop/shop.ts'

/** Control characters and those that change text direction, which a terminal obeys (Unicode UAX 9, ECMA-48). */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A line that is safe to print: a buyer's name must not move the cursor, clear the screen or add lines. */
export function toPrintable(line: string): string {
  return line.replace(obeyed, '\ufffd')
}

/** The command's arguments, by option name without the dashes. */
export type CommandArgs = Readonly<Record<string, string | boolean | undefined>>

export type CommandOption = {
  /** example of its value, such as "CODE"; null: a switch without a value */
  value: string | null
  says: string
  isRequired?: true
  /** it names a file or folder, resolved against the caller's directory */
  isPath?: true
}

/** A positional argument: a path, resolved against the caller's directory. */
type CommandOperand = CommandOption & { name: string; value: string }

/** What a long command has done so far: the lines to print, unless they are those of before. */
export type Followed = { lines: string[]; isDone: boolean }

/** One command for the owner's terminal. */
export type Command = {
  summary: string
  operand?: CommandOperand
  options: Readonly<Record<string, CommandOption>>
  /**
   * Runs the command.
   * @returns the lines to print
   * @throws ShopError 'invalid_body' for wrong usage, any other if it can't be done
   */
  run(shop: Shop, args: CommandArgs): Promise<string[]>
  /**
   * Says how far what `run` began is, again and again until it's done.
   * @throws ShopError if it failed
   */
  follow?(shop: Shop, args: CommandArgs): Promise<Followed>
  /** Runs instead of `run` if the shop must not be open; never forwarded to a running shop. */
  runAlone?(config: Config, args: CommandArgs, migrations: string): Promise<string[]>
}

/** The value of an option, or null if it wasn't given. */
export function textOf(args: CommandArgs, name: string): string | null {
  const value = args[name]
  return typeof value === 'string' ? value : null
}

/** "1,204 rows of 38 tables, 17 orders among them,": includes orders, whose number the owner knows. */
export function rowsIn({ tables }: Manifest): string {
  const all = Object.values(tables)
  const rows = all.reduce((sum, table) => sum + table.rows, 0)
  const orders = tables.orders?.rows ?? 0
  const many = (count: number, noun: string) =>
    `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
  return `${many(rows, 'row')} of ${many(all.length, 'table')}, ${many(orders, 'order')} among them,`
}
