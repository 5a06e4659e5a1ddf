import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deadAddresses, keptMails, newsletterSubscribers, outbox } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { ordersOf } from '../../test/orders-of.ts'
import { deleteMyData } from '../account/privacy/delete-my-data.ts'
import { fileMailer } from '../adapters/mail-folder.ts'
import { recordBounce } from '../bounces/record-bounce.ts'
import type { Mail } from '../shop/mailer.ts'
import { drainOutbox } from './drain-outbox.ts'

const second = 1_000
const minute = 60 * second

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(() => {
  test.clock.set('2026-11-21T15:00:00Z')
  test.shop.mailer = test.mailbox
  test.mails.length = 0
  test.mailbox.refuse(null)
})
afterAll(() => test.close())

/** An order whose confirmation waits in the outbox. */
async function order() {
  const cart = [selfItem('monthly')]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  const intentId = (await test.pay(clientSecret)).body.paymentIntentId
  await test.order(cart, intentId)
  const [made] = await ordersOf(test.shop.db, intentId)
  return made!
}
async function waiting(orderId: string) {
  const [row] = await test.shop.db.select().from(outbox).where(eq(outbox.subjectId, orderId))
  return row!
}

describe('an email in the outbox', () => {
  it('is sent once to the buyer, and never again', async () => {
    const { id, orderNumber } = await order()
    expect(await drainOutbox(test.shop)).toBe(1)
    test.clock.advance(24 * 60 * minute)
    expect(await drainOutbox(test.shop)).toBe(0)
    expect(test.mails.map((mail) => [mail.to, mail.kind])).toEqual([
      ['maya@example.com', 'order-confirmation'],
    ])
    expect(test.mails[0]?.subject).toContain(orderNumber)
    expect((await waiting(id)).sentAt).not.toBeNull()
  })

  it('goes out before the ones that were written later', async () => {
    const numbers = []
    for (let count = 0; count < 7; count++) {
      test.clock.advance(second)
      numbers.push((await order()).orderNumber)
    }
    // Six are sent at a time: only the newest has to wait for another.
    const begun: string[] = []
    let goOn = () => {}
    const six = new Promise<void>((done) => {
      goOn = done
    })
    const send = async (mail: Mail) => {
      if (begun.push(mail.subject) === 6) goOn()
      await six
      return test.mailbox.send(mail)
    }
    test.shop.mailer = { ...test.mailbox, send }
    expect(await drainOutbox(test.shop)).toBe(7)
    expect(begun.at(-1)).toContain(numbers.at(-1))
  })

  it('refused by the server is retried after growing pauses, with the reason kept', async () => {
    const { id } = await order()
    test.mailbox.refuse(new Error('451 graylisted, come back later'))
    for (const pause of [10 * second, minute, 5 * minute, 15 * minute, 60 * minute, 60 * minute]) {
      await drainOutbox(test.shop)
      const row = await waiting(id)
      expect(row).toMatchObject({ sentAt: null, lastError: '451 graylisted, come back later' })
      expect(row.runAt.getTime() - test.clock.now().getTime()).toBe(pause)
      test.clock.advance(pause - second)
      const { attempts } = row
      await drainOutbox(test.shop)
      expect((await waiting(id)).attempts).toBe(attempts)
      test.clock.advance(second)
    }
    test.mailbox.refuse(null)
    expect(await drainOutbox(test.shop)).toBe(1)
    expect(test.mails).toHaveLength(1)
    expect(await waiting(id)).toMatchObject({ lastError: null, attempts: 7 })
  })

  it('refused for three days is given up with its reason, and the admin can retry it', async () => {
    const { id } = await order()
    test.mailbox.refuse(new Error('550 no such mailbox'))
    for (let hours = 0; hours < 80; hours++) {
      await drainOutbox(test.shop)
      test.clock.advance(60 * minute)
    }
    const given = await waiting(id)
    expect(given).toMatchObject({ attempts: 76, lastError: '550 no such mailbox' })
    expect(given.sentAt).not.toBeNull()
    const owner = await signIn(test)
    const { mails, givenUp } = (await owner.get('/api/admin/mails?state=given-up')).body
    expect(givenUp).toBe(1)
    expect(mails).toMatchObject([{ id: given.id, state: 'given-up', sentAt: null }])
    expect(mails[0].problem).toBe('Given up after 76 tries in three days. 550 no such mailbox')
    expect((await owner.get('/api/admin/mails?state=dropped')).body.mails).toEqual([])
    const { lines } = (await owner.get('/api/admin/health')).body
    expect(lines).toContainEqual(
      expect.objectContaining({ id: 'mails-given-up', value: '1', state: 'watch' }),
    )

    test.mailbox.refuse(null)
    expect(await drainOutbox(test.shop)).toBe(0)
    await owner.post(`/api/admin/mails/${given.id}/send-again`)
    expect(await drainOutbox(test.shop)).toBe(1)
    expect(await waiting(id)).toMatchObject({ lastError: null, droppedBecause: null })
  })

  it('is sent once though many processes drain at once', async () => {
    for (let count = 0; count < 45; count++) await order()
    await Promise.all(Array.from({ length: 6 }, () => drainOutbox(test.shop)))
    const ids = test.mails.map((mail) => mail.id)
    expect(ids).toHaveLength(45)
    expect(new Set(ids).size).toBe(45)
  })

  it('that someone is waiting for overtakes bulk notices', async () => {
    const [old, now] = [new Date('2026-11-21T08:00:00Z'), test.clock.now()]
    await test.shop.db
      .insert(outbox)
      .values(
        Array.from({ length: 60 }, () => ({ kind: 'gift-progress', subjectId: randomUUID(), runAt: old })),
      )
    await test.shop.db.insert(outbox).values({
      kind: 'magic-link',
      subjectId: randomUUID(),
      payload: { email: 'maya@example.com' },
      runAt: now,
    })
    const order: string[] = []
    const log = { ...test.shop.log, warn: (about: { kind: string }) => void order.push(about.kind) }
    // None of them can be written: what is not there fails in the order in which it was taken.
    await drainOutbox({
      ...test.shop,
      log: log as never,
      mailer: { send: async ({ kind }) => String(order.push(kind)), close() {} },
    })
    expect(order).toHaveLength(61)
    // What started alongside may finish first and be followed by another.
    expect(order.indexOf('magic-link')).toBeLessThan(12)
    await test.shop.db.delete(outbox)
  })

  it('that can’t be rendered doesn’t block the others', async () => {
    await test.shop.db
      .insert(outbox)
      .values({ kind: 'no-such-kind', subjectId: 'x', runAt: test.clock.now() })
    await order()
    expect(await drainOutbox(test.shop)).toBe(1)
    const unknown = (await test.shop.db.select().from(outbox)).find((row) => row.kind === 'no-such-kind')
    expect(unknown).toMatchObject({ sentAt: null, lastError: 'no mail of kind no-such-kind' })
  })

  it('is sent once even with a slow server and a second process', async () => {
    for (let count = 0; count < 20; count++) await order()
    const sent: string[] = []
    const other = {
      ...test.shop,
      mailer: { send: async (mail: Mail) => `250 ${sent.push(mail.id)}`, close() {} },
    }
    test.shop.mailer = {
      async send(mail) {
        test.clock.advance(4 * second)
        await drainOutbox(other)
        return `250 ${sent.push(mail.id)}`
      },
      close() {},
    }
    await drainOutbox(test.shop)
    test.clock.advance(2 * minute)
    await drainOutbox(other)
    expect(sent).toHaveLength(20)
    expect(new Set(sent).size).toBe(20)
  })

  it.each(['arrives', 'waits'])(
    'that %s while its reader’s data is deleted, and bounces, leaves nothing of them behind',
    async (how) => {
      const { db } = test.shop
      const email = `${how}@example.org`
      const caller = { address: '127.0.0.1', userAgent: '', keep() {} }
      await test.post('/api/newsletter/subscribe', { email, source: 'footer' })
      let mailId = ''
      test.shop.mailer = {
        ...test.mailbox,
        async send({ id }) {
          mailId = id
          await deleteMyData(test.shop, {}, { email, sessionId: '' }, caller)
          if (how === 'waits') throw new Error(`451 ${email}: try again later`)
          return '250 kept'
        },
      }
      await drainOutbox(test.shop)
      expect(await db.$count(newsletterSubscribers, eq(newsletterSubscribers.email, email))).toBe(0)
      const words = `550 <${email}>: no such user`
      await recordBounce(test.shop, { mailId, address: email, kind: 'hard', words, source: 'ses' })
      const tables = [outbox, keptMails, deadAddresses]
      const left = JSON.stringify(await Promise.all(tables.map((table) => db.select().from(table))))
      expect(left).not.toContain(email)
    },
  )
})

describe('a slow mail server', () => {
  it('gets fewer at a time, and unsent claims don’t count as attempts', async () => {
    for (let count = 0; count < 20; count++) await order()
    const sent: string[] = []
    let goOn = () => {}
    const answered = new Promise<void>((resolve) => {
      goOn = resolve
    })
    // Five of six connections hang; what waits behind the sixth is given back before its claim ends.
    test.shop.mailer = {
      async send(mail) {
        const place = sent.push(mail.id)
        if (place > 1 && place <= 6) await answered
        else if (place > 6 && place <= 10) test.clock.advance(10 * second)
        if (place === 10) goOn()
        return `250 ${place}`
      },
      close() {},
    }
    expect(await drainOutbox(test.shop)).toBe(20)
    expect(new Set(sent).size).toBe(20)
    const rows = await test.shop.db.select().from(outbox).where(inArray(outbox.id, sent))
    // Else it would be given up sooner than after three days.
    expect(rows.map(({ attempts }) => attempts)).toEqual(Array(20).fill(1))
  })
})

it('an email that the mail server scans for minutes is sent once', async () => {
  await order()
  const sent: string[] = []
  const other = {
    ...test.shop,
    mailer: { send: async (mail: Mail) => `250 ${sent.push(mail.id)}`, close() {} },
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  test.shop.mailer = {
    async send(mail) {
      for (let turn = 0; turn < 4; turn++) {
        test.clock.advance(30 * second)
        await vi.advanceTimersByTimeAsync(30 * second)
        await drainOutbox(other)
      }
      return `250 ${sent.push(mail.id)}`
    },
    close() {},
  }
  await drainOutbox(test.shop)
  vi.useRealTimers()
  test.clock.advance(2 * minute)
  await drainOutbox(other)
  expect(sent).toHaveLength(1)
})

describe('a process that dies between sending and recording it', () => {
  /** A database that disappears the moment the email is out. */
  async function dieAfterSending(shop: TestShop['shop']) {
    const { mailer, db } = shop
    const dying = {
      ...shop,
      mailer: {
        ...mailer,
        async send(mail: Mail) {
          const answer = await mailer.send(mail)
          dying.db = null as unknown as typeof db
          return answer
        },
      },
    }
    await expect(drainOutbox(dying)).rejects.toThrow()
  }

  it('leaves the email to another, which resends the same one', async () => {
    const { id } = await order()
    await dieAfterSending(test.shop)
    expect((await waiting(id)).sentAt).toBeNull()
    expect(await drainOutbox(test.shop)).toBe(0)
    test.clock.advance(minute + second)
    expect(await drainOutbox(test.shop)).toBe(1)
    expect(test.mails).toHaveLength(2)
    expect(test.mails[1]).toEqual(test.mails[0])
  })

  it('leaves one file, not two', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-mail-'))
    test.shop.mailer = fileMailer(folder, 'Belt Club <support@example.com>')
    const { orderNumber } = await order()
    await dieAfterSending(test.shop)
    test.clock.advance(minute + second)
    await drainOutbox(test.shop)
    const files = await readdir(folder)
    expect(files.map((file) => path.extname(file)).sort()).toEqual(['.html', '.json', '.txt'])
    // Their links sign in whoever reads them.
    for (const file of files) expect((await stat(path.join(folder, file))).mode & 0o077).toBe(0)
    const json = files.find((file) => file.endsWith('.json'))!
    expect(JSON.parse(await readFile(path.join(folder, json), 'utf8')).subject).toContain(orderNumber)
    await rm(folder, { recursive: true })
  })
})
