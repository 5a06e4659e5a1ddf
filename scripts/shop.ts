import path from 'node:path'
import { askHolder } from '../db/lock-folder.ts'
import { runTerminal } from '../server/run-terminal.ts'
import { buildIfChanged } from './build.ts'

// `npm run shop -- <command>`: runs from the sources, so that no build is needed; but for an invented year that no running
// shop takes over: it writes every email that the shop has, and those need one.
const words = process.argv.slice(2)
const needsEmails = words[0] === 'demo' && !words.includes('--help')
if (needsEmails && !(await isOpen())) {
  await buildIfChanged()
  await import(new URL('../server.mjs', import.meta.url).href)
} else await runTerminal(words, process.env, path.resolve(import.meta.dirname, '../db/migrations'))

/** Whether a shop has the data folder open. If that can't be asked, the command itself says why. */
async function isOpen(): Promise<boolean> {
  const { DATABASE_URL, DATA_DIR = '.data' } = process.env
  if (DATABASE_URL) return false
  return askHolder(path.resolve(DATA_DIR), '{}').then(
    (answer) => answer !== null,
    () => true,
  )
}
