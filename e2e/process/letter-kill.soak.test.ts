import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectServer } from '../../db/connect-server.ts'
import type { OpenDatabase } from '../../db/database.ts'
import { letters } from '../../db/schema.ts'
import { startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'
import { startSmtpServer, type TestSmtpServer } from '../../test/smtp-server.ts'

const migrations = path.resolve(import.meta.dirname, '../../db/migrations')
const readers = sized(400, 50_000)

let postgres: TestPostgres
let mailServer: TestSmtpServer
beforeAll(async () => {
  postgres = await startPostgres()
  mailServer = await startSmtpServer()
})
afterAll(async () => {
  await mailServer.close()
  await postgres.stop()
})

// An email whose sender was killed waits a minute; server/letters/send-letters.db.test.ts has the rest.
describe('a letter whose shop is killed', () => {
  it('a letter reaches each good address once, and stops at too many bounces', {
    timeout: 3_600_000,
  }, async () => {
    const seed = runSeed()
    const random = seededRandom(seed)
    mailServer.refuseTo(/(20|50|80)@/)
    const env = {
      ...{ DATABASE_URL: postgres.url('postgres'), SMTP_URL: mailServer.url, SMTP_WITHOUT_TLS: '1' },
      ...{ POSTAL_ADDRESS: '12 Canal St, Portland, OR 97201', LETTERS_PER_MINUTE: '60000' },
    }
    let shop: ShopProcess = await startShopProcess({ env })
    const { dataDir } = shop
    const { db, close } = await connectServer(postgres.url('postgres'), migrations)
    await db.execute(sql`insert into newsletter_subscribers (email, source, confirmed_at, token)
      select 'reader' || lpad(n::text, 5, '0') || '@example.com', 'test', now(), 'token-' || n from generate_series(1, ${readers}) n`)
    const id = await theDraft(db)
    await db.update(letters).set({ state: 'scheduled', sendAt: new Date() }).where(eq(letters.id, id))
    let stops = 0
    let kills = 0
    for (let look = 0; look < 36_000; look++) {
      const { state, sent } = await standing(db, id)
      if (state === 'sent') break
      if (kills < 2 && sent > (readers / 3) * (kills + random())) {
        kills++
        await shop.kill()
        shop = await startShopProcess({ dataDir, env })
      }
      if (state === 'stopped') {
        stops++
        await goOn(db, id)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await shop.stop()
    const ended = await standing(db, id)
    await close()
    const about = `seed ${seed}`
    const bad = (readers / 100) * 3
    expect(ended, about).toEqual({ state: 'sent', sent: readers, bounced: bad })
    expect(kills, about).toBe(2)
    expect(stops, about).toBeGreaterThan(0)
    const to = mailServer.received.map((mail) => /reader\d+/.exec(mail.to[0]!)?.[0]).filter(Boolean)
    expect(new Set(to).size, about).toBe(readers - bad)
    // What the server had taken when its sender was killed, and could not say so, comes again under the same Message-ID.
    const ids = mailServer.received.map(({ data }) => /^message-id: (.*)$/im.exec(data)?.[1])
    expect(new Set(ids).size, about).toBe(readers - bad)
    expect(to.length - new Set(to).size, about).toBeLessThanOrEqual(kills * 12)
    removeData(dataDir)
  })
})

type Db = OpenDatabase['db']

/** The worker drafts it at its first look. */
async function theDraft(db: Db): Promise<string> {
  for (let look = 0; look < 600; look++) {
    const [letter] = await db.select({ id: letters.id }).from(letters)
    if (letter) return letter.id
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('no letter was drafted')
}

async function standing(db: Db, id: string) {
  const [letter] = await db.select({ state: letters.state }).from(letters).where(eq(letters.id, id))
  const { rows } =
    (await db.execute(sql`select count(sent_at)::int as sent, count(*) filter (where state = 'bounced')::int as bounced
    from letter_readers where letter_id = ${id}`)) as unknown as { rows: { sent: number; bounced: number }[] }
  return { state: letter!.state, ...rows[0]! }
}

/** As the button of the admin does it. */
async function goOn(db: Db, id: string) {
  const { sent, bounced } = await standing(db, id)
  await db
    .update(letters)
    .set({ state: 'sending', sentBefore: sent, bouncedBefore: bounced, stoppedBecause: null })
    .where(eq(letters.id, id))
}
