import { execFileSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** The owner makes a code that takes everything off the first payment, beside the running shop. */
export function makeFreeCode(dataDir: string, code: string) {
  execFileSync(
    process.execPath,
    ['scripts/shop.ts', 'promotion:create', '--code', code, '--percent', '100'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir } },
  )
}
