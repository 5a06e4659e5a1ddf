// The shop as it runs in production, from the build alone: `node server.mjs` opens it, `node server.mjs backup` and the
// like carry out a command of the owner. Plain JavaScript, because it may be started by whatever Node a machine has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(fileURLToPath(import.meta.url))
const words = process.argv.slice(2)
if (Number(process.versions.node.split('.')[0]) >= 24) await run()
else handOver(path.join(root, 'node_modules/.bin/node'))

async function run() {
  // Where it may not be written, as in a read-only container, each start compiles afresh.
  module.enableCompileCache(path.join(root, '.cache/compiled'))
  const main = await import('./build/server/index.js')
  const migrations = path.join(root, 'db/migrations')
  if (words.length > 0) return main.runTerminal(words, process.env, migrations)
  await main.runProcess(process.env, (config) =>
    main.openShop({
      config,
      places: {
        migrations,
        client: path.join(root, 'build/client'),
        databaseTemplate: path.join(root, 'build/database-template.tar.gz'),
      },
      pages: main.pages,
    }),
  )
}

/** The shop brings the Node that it was tested with; an older one starts that. */
function handOver(ownNode) {
  if (!existsSync(ownNode)) {
    console.error(
      `\nNode ${process.versions.node} is too old for the shop: install Node 24 (nodejs.org), then start again.\n`,
    )
    process.exit(1)
  }
  const child = spawn(ownNode, [fileURLToPath(import.meta.url), ...words], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
