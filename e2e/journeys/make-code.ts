import { askHolder } from '../../db/lock-folder.ts'

/**
 * Runs an owner's command against the running shop, e.g. promotion:create with { code: 'SPRING', percent: '10' }, the way
 * the terminal sends it. The terminal itself is tested in e2e/process/owner-commands.test.ts.
 */
export async function ownerCommand(dataDir: string, command: string, args: Record<string, string | true>) {
  const reply = JSON.parse((await askHolder(dataDir, JSON.stringify({ command, args }))) || '{}')
  if (!reply.lines) throw new Error(`${command}: ${reply.problem ?? 'no shop is open'}`)
}

/** A code that makes the first payment free. */
export function makeFreeCode(dataDir: string, code: string) {
  return ownerCommand(dataDir, 'promotion:create', { code, percent: '100' })
}
