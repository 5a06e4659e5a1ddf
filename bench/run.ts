import path from 'node:path'
import { runnerImport } from 'vite'

// Through Vite, because the shop's emails are JSX, which Node can't read.
await runnerImport(path.join(import.meta.dirname, 'bench.ts'), { configFile: false, logLevel: 'error' })
