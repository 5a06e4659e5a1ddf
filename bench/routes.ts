import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { routeLimits } from '../test/route-limits.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import { atMost, type Row } from './row.ts'

const client = path.resolve(import.meta.dirname, '../build/client')

type BuiltRoute = { module: string; imports?: string[] }
type Manifest = { entry: BuiltRoute; routes: Record<string, BuiltRoute> }

/** What every page of a visitor takes on the way, beside its limit (test/route-limits.ts). */
export async function benchRoutes(): Promise<Row[]> {
  const { entry, routes } = readManifest()
  const shop = await startShopProcess({ env: { LOG_LEVEL: 'silent' } })
  const rows: Row[] = []
  for (const [id, { path: page, html, script }] of Object.entries(routeLimits)) {
    const scripts = filesOf(entry, routes.root!, routes[id]!)
    const admin = scripts.filter((file) => /\/admin-/.test(file))
    const sizes = scripts.map((file) => statSync(path.join(client, `${file}.br`)).size)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const answer = await fetch(shop.address + page, { headers: { 'accept-encoding': 'br' } })
    const sent = Number(answer.headers.get('content-length') ?? (await answer.arrayBuffer()).byteLength)
    const where = `${page}, kB:`
    rows.push(
      atMost(
        `${where} script in ${scripts.length} files`,
        bytes / 1_000,
        script,
        admin.join(', ') || 'React, its router, the shop’s frame',
      ),
      atMost(`${where} HTML with its styles`, sent / 1_000, html, 'what the first paint needs'),
    )
    if (admin.length > 0) rows.at(-2)!.isBroken = true
  }
  await shop.stop()
  removeData(shop.dataDir)
  return rows
}

function readManifest(): Manifest {
  const [file] = globSync('assets/manifest-*.js', { cwd: client }).filter((each) => !each.includes('-public'))
  const [, list] = /=(\{[\s\S]*\});/.exec(readFileSync(path.join(client, file!), 'utf8'))!
  return JSON.parse(list!) as Manifest
}

const filesOf = (...all: BuiltRoute[]) => [
  ...new Set(all.flatMap(({ module, imports = [] }) => [module, ...imports])),
]
