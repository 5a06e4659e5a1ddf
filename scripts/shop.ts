import path from 'node:path'
import { runTerminal } from '../server/run-terminal.ts'
import { buildIfChanged } from './build.ts'

// `npm run shop -- <command>`: runs from the sources, so that no build is needed; but for the invented year, which writes
// every email that the shop has.
const words = process.argv.slice(2)
if (words[0] === 'demo' && !words.includes('--help')) {
  await buildIfChanged()
  await import(new URL('../server.mjs', import.meta.url).href)
} else await runTerminal(words, process.env, path.resolve(import.meta.dirname, '../db/migrations'))
