import http from 'node:http'
import path from 'node:path'
import { createServer } from 'vite'
import type * as Main from '../server/main.ts'
import type { Answer } from '../server/open-shop.ts'

// `npm run dev`: Vite on the shop's own port. Pages hot-reload; when server code changes, the shop is reopened in this
// process on the open database, so that a change is live in less than a second.
const root = path.resolve(import.meta.dirname, '..')
const places = { migrations: path.join(root, 'db/migrations') }
/** Milliseconds to wait for other files of the same save. */
const settle = 50

const server = http.createServer()
const vite = await createServer({
  root,
  server: { middlewareMode: true, hmr: { server } },
  appType: 'custom',
})
let answer: Answer = () => {}
server.on('request', (request, response) => {
  vite.middlewares(request, response, () => answer(request, response))
})
const load = () => vite.ssrLoadModule('./server/main.ts') as Promise<typeof Main>

const main = await load()
await main.runProcess(process.env, async (config) => {
  let database = await main.connect(config, places)
  const open = async () => {
    const before = answer
    try {
      return await (await load()).openShop({
        config,
        places,
        pages: async (request, page) => (await load()).pages(request, page),
        development: {
          server,
          database,
          answerBy: (next) => {
            answer = next
          },
        },
      })
    } catch (error) {
      answer = before
      throw error
    }
  }
  let running = await open()

  /** The old shop answers until the new one is ready; a new schema needs the database to be reopened. */
  async function reopen(files: string[]) {
    const start = performance.now()
    if (files.some((file) => file.startsWith('db/'))) {
      await running.close()
      await database.close()
      database = await (await load()).connect(config, places)
      running = await open()
    } else {
      const before = running
      running = await open()
      await before.close()
    }
    console.log(`${files.join(', ')} changed: reopened after ${Math.round(performance.now() - start)} ms`)
  }

  const changed = new Set<string>()
  let opening: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  vite.watcher.on('all', (_, absolute) => {
    const file = path.relative(root, absolute)
    if (!/^(server|db|domain)\/.*\.(tsx?|sql)$/.test(file) || /\.test\.tsx?$/.test(file)) return
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const files = [...changed]
      changed.clear()
      opening = opening.then(() => reopen(files)).catch((error) => console.error((error as Error).stack))
    }, settle)
  })
  return {
    ...running,
    close: async () => {
      await Promise.all([running.close(), vite.close()])
      await database.close()
    },
  }
})
