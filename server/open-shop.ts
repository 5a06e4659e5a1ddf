import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import { getRequestListener } from '@hono/node-server'
import type { OpenDatabase } from '../db/database.ts'
import { seed } from '../db/seed/seed.ts'
import { createApp } from './app.ts'
import { watchCatalog } from './catalog/catalog-changed.ts'
import { answerCommand } from './cli/commands.ts'
import { noteRound } from './clock/after-a-break.ts'
import { createShop, type Places } from './create-shop.ts'
import { watchSelf } from './health/self-watch.ts'
import { builtAssets } from './http/assets.ts'
import type { FastPath } from './http/cached-page.ts'
import { inlineCriticalCss } from './http/inline-critical-css.ts'
import type { Pages } from './http/page-context.ts'
import { stopListening, WaitingRequests } from './http/stop-listening.ts'
import { applySettings } from './settings/settings.ts'
import type { Config } from './shop/config.ts'
import { ensureFirstAdmin, type FirstAdmin, requireGoodAdminPassword } from './staff/create-admin.ts'
import { sealSecrets } from './staff/two-step-codes.ts'
import { processMetrics } from './telemetry/metrics.ts'
import { startWorker } from './worker.ts'

type OpenShopOptions = {
  config: Config
  places: Places & { client?: string }
  pages: Pages
  /**
   * development only: the HTTP server shared with Vite's hot reload, the database (both stay open when the code changes),
   * and `answerBy`, which gets the current request handler; pages aren't cached
   */
  development?: { server: Server; database: OpenDatabase; answerBy(answer: Answer): void }
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type RunningShop = {
  /** http://host:port */
  address: string
  database: 'embedded' | 'server'
  admin: FirstAdmin
  close(): Promise<void>
}

/** The port is taken or may not be used; the message says what to do. */
export class PortError extends Error {}

/**
 * Opens the whole shop: port, database, seed, worker. The port comes first, so that a start that can't get it changes
 * nothing; requests wait until the rest is ready. If a part fails, it closes what it opened.
 * @throws ConfigError, PortError, DatabaseError
 */
export async function openShop({
  config,
  places,
  pages,
  development,
}: OpenShopOptions): Promise<RunningShop> {
  await requireGoodAdminPassword(config)
  // Longer than the minute that proxies keep idle connections: closing one while a proxy reuses it causes a 502.
  const server = development?.server ?? createServer({ keepAliveTimeout: 65_000 })
  const waiting = new WaitingRequests()
  let answer = waiting.hold
  if (development) development.answerBy((request, response) => answer(request, response))
  else server.on('request', (request, response) => answer(request, response))
  if (!server.listening) await listen(server, config)
  const endAnswers = async () => {
    if (!development) await stopListening(server)
  }
  const opened = await createShop(config, places, development?.database).catch(async (error: unknown) => {
    await endAnswers()
    throw error
  })
  try {
    const { shop, database } = opened
    await seed(shop.db)
    const admin = await ensureFirstAdmin(shop)
    await applySettings(shop)
    await sealSecrets(shop)
    // Before the worker sends an email that says what happens next.
    await noteRound(shop)
    let forgetPages = () => {}
    let isAnswered: FastPath = () => false
    const metrics = processMetrics()
    metrics.watchProcess()
    const app = createApp({
      shop,
      metrics,
      database,
      pages,
      ...(places.client
        ? {
            assets: builtAssets(places.client, config.publicUrl),
            inlineCriticalCss: inlineCriticalCss(places.client),
          }
        : {}),
      cachePages: !development,
      whenChanged: (forget) => {
        forgetPages = forget
      },
      whenQuick: (quick) => {
        isAnswered = quick
      },
    })
    // Requests without a Host header, such as health checks by HTTP/1.0, get the same answers.
    const listener = getRequestListener(app.fetch, { hostname: 'localhost' })
    answer = (request, response) => {
      if (!isAnswered(request, response)) void listener(request, response)
    }
    waiting.release(answer)
    const name = `${hostname()}:${portOf(server, config)}`
    const worker = startWorker(shop, {
      ...{ metrics, name, source: opened.mails },
      ...(config.isSupervised && { endProcess }),
    })
    const watch = development ? null : watchSelf(shop, async (path) => app.request(path))
    const catalog = watchCatalog(shop, database, () => {
      forgetPages()
      // The shop's name may have changed too; a page rendered before the new settings are read is rendered again.
      void applySettings(shop).then(forgetPages, (error) =>
        shop.log.warn({ error }, 'settings were not read'),
      )
    })
    database.answerOthers?.((line) => answerCommand(shop, line))
    return {
      address: addressOf(server, config),
      database: database.kind,
      admin,
      async close() {
        watch?.stop()
        await endAnswers()
        await worker.stop()
        await catalog.stop()
        await opened.close()
      },
    }
  } catch (error) {
    await endAnswers()
    await opened.close()
    throw error
  }
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, config)))
    server.listen(config.port, config.host, resolve)
  })
}

function portError(error: NodeJS.ErrnoException, config: Config): Error {
  const place = `${config.host}:${config.port}`
  if (error.code === 'EADDRINUSE') {
    return new PortError(
      `Port ${config.port} is taken on ${config.host}: stop the other program, or set PORT to a free port.`,
    )
  }
  if (error.code === 'EACCES')
    return new PortError(`This user may not listen on ${place}: set PORT to a port above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new PortError(`This machine has no address ${config.host}: set HOST to 127.0.0.1 or 0.0.0.0.`)
  }
  return error
}

/** As if it was told to stop, but with an exit code that says it should be started again. */
function endProcess() {
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}

function portOf(server: Server, config: Config): number {
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound.port : config.port
}

function addressOf(server: Server, config: Config): string {
  const port = portOf(server, config)
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.host) ? 'localhost' : config.host
  return `http://${host}:${port}`
}
