import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { makePhoto, makeWidths } from '../pictures/make-apart.ts'
import { type OverBudgetError, runParser } from './run-parser.ts'

const mail = { size: 2_000_000, isHeadOnly: false }
async function* pieces() {
  yield Buffer.from(`From: a@example.com\n\n${'word '.repeat(400_000)}`)
}
const enough = { cpu: 5, memory: 200, output: 5 }
const why = (run: Promise<unknown>) =>
  run.then(
    () => 'read',
    (error: OverBudgetError) => error.reason,
  )

it('a parser that takes too much of anything is ended, and the caller hears why', async () => {
  const read = (budget: Partial<typeof enough>) =>
    why(runParser('mail', mail, { ...enough, ...budget }, pieces()))
  expect(await read({})).toBe('read')
  expect(await read({ cpu: 0.05 })).toBe('time')
  expect(await read({ memory: 40 })).toBe('memory')
  expect(await read({ output: 0.01 })).toBe('output')
})

it('bytes that can’t be had are nobody’s fault, and end the parser', async () => {
  async function* broken() {
    yield Buffer.from('From: a@example.com')
    throw new Error('The mailbox hung up.')
  }
  await expect(runParser('mail', mail, enough, broken())).rejects.toThrow('The mailbox hung up.')
})

it('what reads bytes from outside knows no secret, and its own failure is told apart from theirs', async () => {
  await expect(runParser('mail', null, enough)).rejects.toThrow(/null/)
  await expect(makePhoto(new Uint8Array(5))).rejects.toMatchObject({ code: 'invalid_picture' })
})

/** A PNG of one color, with as many bytes as it claims pixels for a thousandth of that. */
function bomb(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const all = Buffer.alloc(body.length + 8)
    all.writeUInt32BE(data.length)
    body.copy(all, 4)
    all.writeUInt32BE(crc(body), body.length + 4)
    return all
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width * 3 + 1) * height), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let all = 0xffffffff
  for (const byte of bytes) {
    all ^= byte
    for (let bit = 0; bit < 8; bit++) all = (all >>> 1) ^ (all & 1 ? 0xedb88320 : 0)
  }
  return (all ^ 0xffffffff) >>> 0
}

it('a picture that unpacks into more than it may is refused', async () => {
  await expect(makeWidths(bomb(9_000, 8_000))).rejects.toMatchObject({ code: 'invalid_picture' })
  expect((await makePhoto(bomb(1_200, 1_200))).length).toBeGreaterThan(100)
}, 60_000)
