import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import path from 'node:path'

// `npm run migration -- --name NAME`: what a change of db/schema asks of databases, as SQL. Of the snapshots that drizzle-kit
// compares the schema with, it reads the newest only; all of them weighed a hundred times what the SQL does.
const root = path.resolve(import.meta.dirname, '..')
const kit = path.join(root, 'node_modules/drizzle-kit/bin.cjs')
const { status } = spawnSync(process.execPath, [kit, 'generate', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
const meta = path.join(root, 'db/migrations/meta')
for (const old of globSync('*_snapshot.json', { cwd: meta }).sort().slice(0, -1)) rmSync(path.join(meta, old))
process.exit(status ?? 1)
