import type { OpenDatabase } from '../../db/database.ts'
import { readSetting } from '../settings/read-setting.ts'
import type { Shop } from '../shop.ts'
import { catalogChannel } from './catalog-changed.ts'

/** Milliseconds between looks at the version, for a notice that was missed. */
const lookEvery = 1_000

export type CatalogWatch = { stop(): Promise<void> }

/**
 * Tells when any process has changed the catalogue: at once by a notice, and within a second or so by the version in the
 * table where the notice was missed (a cut connection, a pooler that passes none on). The embedded database has one
 * process and one connection: nothing is missed, nobody looks.
 */
export function watchCatalog(
  shop: Shop,
  database: Pick<OpenDatabase, 'kind' | 'listen'>,
  onChange: () => void,
): CatalogWatch {
  // Unknown until the first look: pages made before it may be older than it.
  let known: string | null | undefined
  let notices = 0
  let looking: Promise<void> | null = null

  function found(version: string | null) {
    if (version === known) return
    known = version
    onChange()
  }
  async function lookOnce() {
    const before = notices
    try {
      const version = await readSetting(shop, 'catalogVersion')
      // What a notice said in the meantime is newer.
      if (notices === before) found(version)
    } catch (error) {
      shop.log.debug({ error }, 'the catalogue was not looked at')
    }
    looking = null
  }
  const look = () => {
    looking ??= lookOnce()
  }
  const listening = database.listen(catalogChannel, {
    notice(version) {
      notices++
      found(version)
    },
    connected: look,
    trouble: (error) => shop.log.warn({ error }, 'changes of the catalogue are looked for every second'),
  })
  const timer = database.kind === 'server' ? setInterval(look, lookEvery).unref() : undefined
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await listening.end()
    },
  }
}
