import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactMessages, inboundMails, mailAttachments, mailReadings } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { letter, mailsIn } from '../../test/mails-in.ts'
import { isKept, readPieces } from './keep-attachments.ts'
import { receiveMails } from './receive-mails.ts'

let test: TestShop
let inbox: ReturnType<typeof mailsIn>
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(async () => {
  await test.shop.db.delete(contactMessages)
  await test.shop.db.delete(mailReadings)
  inbox = mailsIn(test.clock.now)
  inbox.renumber()
  test.clock.advance(3_600_000)
})
afterAll(() => test.close())

const receive = () => receiveMails(test.shop, { ...inbox.source, folder: crypto.randomUUID() })
const readings = () => test.shop.db.select().from(mailReadings).orderBy(mailReadings.place)
const texts = async () => (await test.shop.db.select().from(inboundMails)).map(({ text }) => text)

const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`,
  ).join('')
const html = ['Content-Type: text/html; charset=utf-8']
const mixed = ['Content-Type: multipart/mixed; boundary=b0']

describe('an email that costs much to read', () => {
  it.each<[what: string, headers: string[], text: string]>([
    ['499 kB of empty lines', [], '\n'.repeat(249_500)],
    ['thirty thousand parts', mixed, '--b0\n\nx\n'.repeat(30_000)],
    ['lines that flow', ['Content-Type: text/plain; format=flowed'], '> x \n'.repeat(100_000)],
    [
      'emails within emails',
      ['Content-Type: message/rfc822'],
      'Content-Type: message/rfc822\n\n'.repeat(20_000),
    ],
  ])(
    'such as %s is set aside with its reason, and the next one is read',
    async (_, headers, text) => {
      inbox.add(letter({ subject: 'Costly', headers, text }))
      inbox.add(letter({ text: 'A small one.' }))
      await receive()
      const [costly, small] = await readings()
      expect(['memory', 'time']).toContain(costly!.reason)
      expect(small).toMatchObject({ reason: null, endedAt: expect.any(Date) })
      expect((await texts()).sort()).toEqual([
        'A small one.',
        expect.stringMatching(/^We couldn’t read this email: it takes too/),
      ])
      const [thread] = await test.shop.db
        .select()
        .from(contactMessages)
        .where(eq(contactMessages.subject, 'Costly'))
      expect(thread, 'known by its headers').toMatchObject({ email: 'maya@example.com', aside: null })
      await receive()
      expect(inbox.taken()).toBe(4)
      expect(await readings(), 'never read again').toEqual([costly, small])
    },
    60_000,
  )

  it.each<[what: string, headers: string[], text: string]>([
    ['five thousand levels of parts', mixed, nested(5_000)],
    ['forty thousand headers', Array.from({ length: 40_000 }, () => 'X-A: b'), 'hi'],
    ['fifty thousand addresses', [`Cc: ${'x@example.com, '.repeat(50_000)}`], 'hi'],
    ['ninety thousand open elements', html, '<div>'.repeat(90_000)],
    ['lists in lists', html, '<ul><li>'.repeat(50_000)],
    ['half a million soft breaks', ['Content-Transfer-Encoding: quoted-printable'], '=\n'.repeat(250_000)],
    ['letters of two bytes', ['Content-Type: text/plain; charset=utf-16le'], 'a'.repeat(5_000_000)],
    ['parameters without end', [`Content-Type: text/plain; ${'a*0*=x; '.repeat(20_000)}`], 'hi'],
  ])(
    'such as %s ends in the inbox, one way or another',
    async (_, headers, text) => {
      inbox.add(letter({ headers, text }))
      await receive()
      expect(await texts()).toHaveLength(1)
      expect((await readings())[0]!.endedAt).toBeInstanceOf(Date)
    },
    60_000,
  )

  it('is read by one process only', async () => {
    inbox.add(letter({ text: 'Once.' }))
    await Promise.all([receive(), receive(), receive()])
    expect(await texts()).toEqual(['Once.'])
  })

  it('of which a process died is never read again, and appears without its words', async () => {
    inbox.add(letter({ text: 'Deadly.' }))
    const place = 'test/2/1'
    const now = test.clock.now()
    await test.shop.db.insert(mailReadings).values({ place, size: 5_000, receivedAt: now, startedAt: now })
    await receive()
    expect(await texts()).toEqual([])
    test.clock.advance(6 * 60_000)
    await Promise.all([receive(), receive()])
    expect(await texts()).toEqual([])
    const threads = await test.shop.db.select().from(contactMessages)
    expect(threads.map(({ message }) => message)).toEqual([
      expect.stringContaining('Open it in your mailbox'),
    ])
    expect((await readings())[0]).toMatchObject({ reason: 'crash' })
  })

  it('comes again if it was the database that failed', async () => {
    inbox.add(letter({ text: 'Patient.' }))
    const { db } = test.shop
    const broken = new Proxy(db, {
      get: (target, key) =>
        key === 'transaction' ? () => Promise.reject(new Error('away')) : Reflect.get(target, key, target),
    })
    await expect(receiveMails({ ...test.shop, db: broken }, inbox.source)).rejects.toThrow('away')
    await receive()
    expect(await texts()).toEqual(['Patient.'])
  })
})

const photo = (bytes: number) => {
  const content = Buffer.alloc(bytes, 'leather ')
  content.set([0xff, 0xd8, 0xff, 0xe0])
  return content
}
const fileOf = (content: Buffer, encoding: 'base64' | '8bit') =>
  [
    '--b0',
    'Content-Type: image/jpeg; name="belt.jpg"',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    encoding === '8bit'
      ? content.toString('latin1')
      : content.toString('base64').replaceAll(/(.{76})/g, '$1\n'),
  ].join('\n')

describe('photos in an email', () => {
  /** What can be downloaded, the smallest first. */
  async function files() {
    const rows = await test.shop.db.select().from(mailAttachments).where(isKept).orderBy(mailAttachments.size)
    return Promise.all(
      rows.map(async ({ id, size, type, content }) => ({
        ...{ size, type },
        content: content ?? (await new Response(readPieces(test.shop, id)).bytes()),
      })),
    )
  }
  const mail = (...parts: string[]) => letter({ headers: mixed, text: [...parts, '--b0--'].join('\n') })
  const words = '--b0\nContent-Type: text/plain\n\nIt broke.'

  it('are kept whole, however long they are, without being held in memory', async () => {
    const [short, long] = [photo(9_000), photo(3_000_001)]
    inbox.add(mail(fileOf(short, 'base64'), words, fileOf(long, 'base64')))
    await receive()
    expect(await texts()).toEqual(['It broke.'])
    const kept = await files()
    expect(kept.map(({ size, type }) => [size, type])).toEqual([
      [9_000, 'image/jpeg'],
      [3_000_001, 'image/jpeg'],
    ])
    expect(kept.map(({ content }, place) => Buffer.from(content).equals([short, long][place]!))).toEqual([
      true,
      true,
    ])
    expect(inbox.mostAtOnce(), 'bytes of an email in memory').toBeLessThan(1_500_000)
  }, 60_000)

  it('aren’t kept in part: not if the mailbox hangs up, until it comes again, nor in an encoding nobody can continue', async () => {
    inbox.add(mail(words, fileOf(photo(1_000_000), 'base64'), fileOf(photo(800_000), '8bit')))
    inbox.hangUpAfter(1_300_000)
    await expect(receive()).rejects.toThrow('hung up')
    expect(await files()).toEqual([])
    inbox.hangUpAfter(null)
    await receive()
    const kept = await files()
    expect(kept.map(({ size }) => size)).toEqual([1_000_000])
  }, 60_000)
})
