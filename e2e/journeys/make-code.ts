import type { CommandArgs } from '../../server/cli/command.ts'
import { forwardCommand } from '../../server/cli/forward-command.ts'

/**
 * The owner gives a command beside the running shop, e.g. promotion:create with { code: 'SPRING', percent: '10' }, as the
 * terminal sends it; the terminal itself is tried in e2e/process/owner-commands.test.ts.
 */
export async function ownerCommand(dataDir: string, command: string, args: CommandArgs) {
  const reply = await forwardCommand(dataDir, { command, args })
  if (!reply || !('lines' in reply)) throw new Error(`${command}: ${reply?.problem ?? 'no shop is open'}`)
}

/** A code that takes everything off the first payment. */
export function makeFreeCode(dataDir: string, code: string) {
  return ownerCommand(dataDir, 'promotion:create', { code, percent: '100' })
}
