import type { Config } from '../config.ts'
import type { Shop } from '../shop.ts'

/** What was given on the command line, by option name without the dashes. */
export type CommandArgs = Readonly<Record<string, string | boolean | undefined>>

export type CommandOption = {
  /** what stands after it, e.g. "CODE"; null: nothing, it is a switch */
  value: string | null
  says: string
  isRequired?: true
}

/** What stands behind the command without a name: a path, made absolute where it was typed. */
type CommandOperand = CommandOption & { name: string; value: string }

/** One thing that the owner can do from a terminal (design.md §5). */
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
