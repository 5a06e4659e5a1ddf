import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { products, settings } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { createApp } from '../app.ts'
import type { Pages } from '../http/page-context.ts'
import { type CatalogWatch, catalogChanged, watchCatalog } from './catalog-changed.ts'

/** A process of the shop that has the database in common with the others. */
type Process = { home(): Promise<string>; rendered(): number; watch: CatalogWatch; watching: Promise<void> }

let test: TestShop
let processes: Process[]
beforeAll(async () => {
  test = await createTestShop()
  // One process alone has the embedded database.
  processes = Array.from({ length: test.database.kind === 'server' ? 2 : 1 }, () => openProcess(test))
  await Promise.all(processes.map((process) => process.watching))
})
afterAll(async () => {
  for (const { watch } of processes) await watch.stop()
  await test.close()
})
beforeEach(async () => {
  for (const process of processes) await process.home()
})

describe('a catalog change', () => {
  it('shows on every process’s home page', async () => {
    await rename('The Changed')
    await everywhere('The Changed')
  })

  it('rolled back, or the mere passing of time, rerenders no page', async () => {
    const before = processes.map((process) => process.rendered())
    await expect(
      test.shop.db.transaction(async (tx) => {
        await catalogChanged(tx)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    for (const process of processes) await process.home()
    expect(processes.map((process) => process.rendered())).toEqual(before)
  })

  it('reaches a process whose connection dropped, as does the next one', async () => {
    await test.shop.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()`)
    await rename('The Missed')
    await everywhere('The Missed')
    await rename('The Heard Again')
    await everywhere('The Heard Again')
  })

  // One second: how often the version is checked.
  it('is found even when no notification arrives', async () => {
    if (test.database.kind === 'embedded') return
    await test.shop.db.update(products).set({ name: 'The Unsaid' })
    const value = sql`to_jsonb(gen_random_uuid()::text)`
    await test.shop.db.update(settings).set({ value }).where(eq(settings.key, 'catalogVersion'))
    await everywhere('The Unsaid')
  })

  it('is found after a look that failed', async () => {
    const { shop } = test
    let isAway = true
    const unsteady = {
      ...shop,
      get db() {
        if (isAway) throw new Error('the connection is lost')
        return shop.db
      },
    }
    let look = () => {}
    let found = 0
    const listen: TestShop['database']['listen'] = (_, { connected }) => {
      look = connected
      return { end: async () => {} }
    }
    const watch = watchCatalog(unsteady, { kind: 'embedded', listen }, () => found++)
    look()
    isAway = false
    await vi.waitFor(() => {
      look()
      expect(found).toBe(1)
    })
    await watch.stop()
  })
})

function openProcess({ shop, database }: TestShop): Process {
  let forget = () => {}
  let rendered = 0
  const pages: Pages = async (_, page) => {
    rendered++
    return new Response((await page.belts()).map((belt) => belt.name).join())
  }
  const app = createApp({
    shop,
    database,
    pages,
    whenChanged: (listener) => {
      forget = listener
    },
  })
  let watch!: CatalogWatch
  const watching = new Promise<void>((resolve) => {
    watch = watchCatalog(
      shop,
      database,
      () => {
        forget()
        resolve()
      },
      1_000,
    )
  })
  return { home: async () => (await app.request('/')).text(), rendered: () => rendered, watch, watching }
}

async function rename(name: string) {
  await test.shop.db.transaction(async (tx) => {
    await tx.update(products).set({ name })
    await catalogChanged(tx)
  })
}

async function everywhere(name: string) {
  for (const process of processes) {
    await vi.waitFor(async () => expect(await process.home()).toContain(name), { timeout: 60_000 })
  }
}
