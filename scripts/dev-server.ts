import http from 'node:http'
import path from 'node:path'
import { createServer } from 'vite'
import type * as Main from '../server/main.ts'

// The process of `npm run dev`: Vite on the shop's own port, pages from the sources.
const root = path.resolve(import.meta.dirname, '..')
const server = http.createServer()
const vite = await createServer({
  root,
  server: { middlewareMode: true, hmr: { server } },
  appType: 'custom',
})
const load = () => vite.ssrLoadModule('./server/main.ts') as Promise<typeof Main>
const main = await load()
await main.runProcess(process.env, async (config) => {
  const running = await main.openShop({
    config,
    places: { migrations: path.join(root, 'db/migrations') },
    pages: async (request, page) => (await load()).pages(request, page),
    development: { server, vite: vite.middlewares },
  })
  return { ...running, close: async () => void (await Promise.all([running.close(), vite.close()])) }
})
