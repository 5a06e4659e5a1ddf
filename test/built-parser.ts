import path from 'node:path'
import { inject } from 'vitest'
import { parserProcess } from '../server/parsing/run-parser.ts'

// Call tests read two hundred emails, tables and pictures, each in a process of its own (server/parsing/run-parser.ts).
const built = inject('builtParser')
if (built) parserProcess.entry = path.resolve(built)
