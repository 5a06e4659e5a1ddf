// Runs the shop in production, from the build alone. `node server.mjs` serves it; `node server.mjs backup` and the like
// run one of the owner's commands. Plain JavaScript, because any Node version may start it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(fileURLToPath(import.meta.url))
const words = process.argv.slice(2)
/**
 * Limits the young generation, in megabytes per semi-space. By default each grows to 16 MB and stays full of garbage: 20 MB
 * more memory when idle, and more after heavy traffic. V8 reads this only at startup.
 */
const youngHeapFlag = '--max-semi-space-size'
/** At 4 MB, one thread collects faster than several can coordinate: 4 to 7% less CPU per cached page (decision 109). */
const singleThreadFlag = '--no-parallel-scavenge'
if (Number(process.versions.node.split('.')[0]) < 24)
  runWithOwnNode(path.join(root, 'node_modules/.bin/node'))
else if (needsHeapFlags()) restartWithHeapFlags()
else await run()

/**
 * False for a command, which is short; if the owner has set the limit; and if the process has an IPC channel to its parent,
 * which a restart would close.
 */
function needsHeapFlags() {
  const isSet = [...process.execArgv, process.env.NODE_OPTIONS].join(' ').includes(youngHeapFlag)
  return words.length === 0 && !isSet && !process.channel && typeof process.execve === 'function'
}

/** Replaces this process with one that has the flags: same process id, open files and environment. */
function restartWithHeapFlags() {
  const args = [
    process.execPath,
    ...process.execArgv,
    `${youngHeapFlag}=4`,
    singleThreadFlag,
    fileURLToPath(import.meta.url),
  ]
  // By default glibc gives each thread its own arena and returns none of them: 8 MB after heavy traffic.
  process.execve(process.execPath, args, { MALLOC_ARENA_MAX: '2', ...process.env })
}

async function run() {
  // Whoever starts the shop from here runs it for people: it never fails where a test would (server/http/call-input.ts).
  process.env.NODE_ENV = 'production'
  // In a read-only container nothing is cached, and each start compiles again.
  module.enableCompileCache(path.join(root, '.cache/compiled'))
  const main = await import('./build/server/index.js')
  const migrations = path.join(root, 'db/migrations')
  const databaseTemplate = path.join(root, 'build/database-template.tar.gz')
  if (words.length > 0) return main.runTerminal(words, process.env, migrations, databaseTemplate)
  await main.runProcess(process.env, (config) =>
    main.openShop({
      config,
      places: {
        migrations,
        client: path.join(root, 'build/client'),
        databaseTemplate,
      },
      pages: main.pages,
    }),
  )
}

/** The shop comes with the Node version it was tested with; an older Node starts that one. */
function runWithOwnNode(ownNode) {
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
