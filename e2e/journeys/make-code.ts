import { askHolder } from '../../db/ask-holder.ts'

/**
 * The owner gives a command beside the running shop, e.g. promotion:create with { code: 'SPRING', percent: '10' }, as the
 * terminal sends it; the terminal itself is tried in e2e/process/owner-commands.test.ts.
 */
export async function ownerCommand(dataDir: string, command: string, args: Record<string, string | true>) {
  const reply = JSON.parse((await askHolder(dataDir, JSON.stringify({ command, args }))) || '{}')
  if (!reply.lines) throw new Error(`${command}: ${reply.problem ?? 'no shop is open'}`)
}

/** A code that takes everything off the first payment. */
export function makeFreeCode(dataDir: string, code: string) {
  return ownerCommand(dataDir, 'promotion:create', { code, percent: '100' })
}
