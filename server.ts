import { openAsBlob } from 'node:fs'
import http from 'node:http'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import type * as Main from './server/main.ts'
import { printStart } from './server/start-block.ts'

// The process: Vite in development, the build in production. `npm start` has checked and built everything before.

const root = import.meta.dirname
const isDevelopment = process.argv.includes('--dev')

async function open() {
  const places = { migrations: path.join(root, 'db/migrations') }
  if (isDevelopment) {
    const { createServer } = await import('vite')
    const server = http.createServer()
    const vite = await createServer({
      root,
      server: { middlewareMode: true, hmr: { server } },
      appType: 'custom',
    })
    const main = (await vite.ssrLoadModule('./server/main.ts')) as typeof Main
    const running = await main.openShop({
      config: main.parseConfig(process.env),
      places,
      pages: async (request, page) =>
        ((await vite.ssrLoadModule('./server/main.ts')) as typeof Main).pages(request, page),
      development: { server, vite: vite.middlewares },
    })
    return { main, running, close: () => Promise.all([running.close(), vite.close()]) }
  }
  // Where it may not be written, as in a read-only container, each start compiles afresh.
  enableCompileCache(path.join(root, '.cache/compiled'))
  const main = (await import(path.join(root, 'build/server/index.js'))) as typeof Main
  const running = await main.openShop({
    config: main.parseConfig(process.env),
    places: {
      ...places,
      client: path.join(root, 'build/client'),
      // Read where a new database is made, and nowhere else.
      databaseTemplate: await openAsBlob(path.join(root, 'build/database-template.tar')),
    },
    pages: main.pages,
  })
  return { main, running, close: running.close }
}

// Asked to stop from the first moment on, also while it is still opening: then it opens, closes and ends.
const opening = open()
let isClosing = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    if (isClosing) return
    isClosing = true
    // Whatever hangs, the process ends: a supervisor would kill it anyway, later and harder.
    setTimeout(() => process.exit(1), 9_500).unref()
    await opening.then(async ({ close }) => void (await close())).catch(() => {})
    process.exit(0)
  })
}

try {
  const { main, running } = await opening
  if (!isClosing) printStart(running, main.parseConfig(process.env))
} catch (error) {
  // A reason that a person can mend is one sentence; anything else keeps its stack.
  const isKnown = error instanceof Error && /^(Config|Database|Port)Error$/.test(error.constructor.name)
  console.error(isKnown ? `\n${error.message}\n` : error)
  process.exit(1)
}
