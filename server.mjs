// The shop as it runs in production, from the build alone: `node server.mjs` opens it, `node server.mjs backup` and the
// like carry out a command of the owner. Plain JavaScript, because it may be started by whatever Node a machine has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(fileURLToPath(import.meta.url))
const words = process.argv.slice(2)
/**
 * Megabytes of each half of the heap for what is short-lived. Node lets it grow to 16, which a shop fills with what it needs
 * no more: 20 MB while nobody comes, and more after a crowd. It can only be said when a process begins.
 */
const youngHeap = '--max-semi-space-size'
/** So small a heap is cleaned sooner by one thread than several have agreed on who does what: 4 to 7 % of a page from the cache. */
const byOneThread = '--no-parallel-scavenge'
if (Number(process.versions.node.split('.')[0]) < 24) handOver(path.join(root, 'node_modules/.bin/node'))
else if (beginsAnew()) beginAnew()
else await run()

/** Not for a command, nor where the owner has chosen, nor where the process talks with its parent, which would be cut off. */
function beginsAnew() {
  const isChosen = [...process.execArgv, process.env.NODE_OPTIONS].join(' ').includes(youngHeap)
  return words.length === 0 && !isChosen && !process.channel && typeof process.execve === 'function'
}

/** The same process, with the same id, files and settings, begun again with its heap set. */
function beginAnew() {
  const args = [
    process.execPath,
    ...process.execArgv,
    `${youngHeap}=4`,
    byOneThread,
    fileURLToPath(import.meta.url),
  ]
  // The C library gives each thread a heap of its own and takes none back: 8 MB after a crowd.
  process.execve(process.execPath, args, { MALLOC_ARENA_MAX: '2', ...process.env })
}

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
