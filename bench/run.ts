import path from 'node:path'
import { runnerImport } from 'vite'

// Through Vite, because the shop's mails are JSX, which Node does not read.
await runnerImport(path.join(import.meta.dirname, 'bench.ts'), { configFile: false, logLevel: 'error' })
