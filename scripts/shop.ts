import path from 'node:path'
import { runTerminal } from '../server/run-terminal.ts'

// `npm run shop -- <command>`: runs from the sources, so that no build is needed.
await runTerminal(process.argv.slice(2), process.env, path.resolve(import.meta.dirname, '../db/migrations'))
