import { execFileSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** The owner gives a command beside the running shop, e.g. promotion:create --code SPRING --percent 10. */
export function ownerCommand(dataDir: string, ...words: string[]) {
  execFileSync(process.execPath, ['scripts/shop.ts', ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
  })
}

/** A code that takes everything off the first payment. */
export function makeFreeCode(dataDir: string, code: string) {
  ownerCommand(dataDir, 'promotion:create', '--code', code, '--percent', '100')
}
