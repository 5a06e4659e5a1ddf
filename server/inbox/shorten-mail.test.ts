import { expect, it } from 'vitest'
import { shortenMail } from './shorten-mail.ts'

async function* inPieces(mail: string, each: number) {
  const all = Buffer.from(mail, 'latin1')
  for (let at = 0; at < all.length; at += each) yield all.subarray(at, at + each)
}
const shorten = (mail: string, each = 65_536) => shortenMail(inPieces(mail, each))

const photo = Buffer.alloc(300_000, 'a belt that broke ')
  .toString('base64')
  .replaceAll(/(.{76})/g, '$1\r\n')
const head = 'From: maya@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
const text = '--b\r\nContent-Type: text/plain\r\n\r\nIt broke.\r\n'
const file = (content: string, encoding = 'base64') =>
  `--b\r\nContent-Type: image/jpeg; name=a.jpg\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n`

it.each([7, 1_000, 65_536])(
  'a small email stays as it is, however it comes (%i bytes at a time)',
  async (each) => {
    const mail = `${head}${text}${file(photo.slice(0, 1_000))}--b--\r\n`
    const { raw, isShortened } = await shorten(mail, each)
    expect([raw.toString('latin1'), isShortened]).toEqual([mail, false])
  },
)

it.each([1_000, 65_536])(
  'of a long file its start stays, and where its bytes are (%i at a time)',
  async (each) => {
    const mail = `${head}${text}${file(photo)}${text}--b--\r\n`
    const { raw, isShortened, cutOf } = await shorten(mail, each)
    expect(raw.length).toBeLessThan(15_000)
    expect(raw.toString().split('It broke.')).toHaveLength(3)
    expect(isShortened, 'no words are missing').toBe(false)
    const part = raw.toString().split('Content-Transfer-Encoding: base64')[1]!.split('\n--b')[0]!
    const content = Buffer.from(part.replaceAll(/\s/g, ''), 'base64')
    expect(content.toString('latin1', 0, 18)).toBe('a belt that broke ')
    const { from, to } = cutOf(content)!
    expect(mail.slice(from, to).replaceAll(/\s/g, '')).toBe(photo.replaceAll(/\s/g, ''))
  },
)

it('a long file in another encoding isn’t taken for a whole one', async () => {
  const { raw, cutOf } = await shorten(`${head}${file('x'.repeat(700_000), '8bit')}--b--\r\n`)
  expect(raw.length).toBeLessThan(200_000)
  expect(cutOf(raw.subarray(0, raw.lastIndexOf('\n--b')))).toBeNull()
  expect(cutOf(Buffer.from('cut of leather'))).toBeUndefined()
})

it.each<[what: string, mail: string]>([
  ['one line', `${head}${'a'.repeat(9_000_000)}`],
  ['empty lines', `${head}${'\n'.repeat(9_000_000)}`],
  ['parts', `${head}${'--b\n\nx\n'.repeat(1_000_000)}`],
  ['headers', `${'X-A: b\n'.repeat(1_000_000)}\nhi`],
  ['a header', `X-A: ${'b'.repeat(9_000_000)}\n\nhi`],
])('no more than 640 kB stay of %s without end', async (_, mail) => {
  const { raw, isShortened } = await shorten(mail)
  expect(raw.length).toBeLessThanOrEqual(640 * 1024)
  expect(isShortened).toBe(true)
})
