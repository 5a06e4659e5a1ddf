import { createHash } from 'node:crypto'
import { count } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, letters, pictureFiles, pictures, products } from '../../../db/schema.ts'
import { everyone } from '../../../domain/admin/letter-blocks.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { pageContextOf } from '../../http/page-context.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

const leather = { r: 135, g: 67, b: 26 }
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: leather } })

/** The addresses of everything uploaded so far: making the files of one takes half a second. */
const uploaded = new Set<string>()
async function upload(file: Uint8Array) {
  const response = await owner.request('POST', '/api/admin/pictures', file)
  const body = await response.json()
  if (response.status === 200) uploaded.add(body.picture.url)
  return { status: response.status, body }
}
/** The file of an address as visitors get it. */
async function fetchFile(url: string) {
  const response = await test.app.request(url)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const stored = async () => (await test.shop.db.select({ files: count() }).from(pictureFiles))[0]!.files

describe('an uploaded picture', () => {
  it('is served in every width as AVIF and WebP, upright, without metadata, cached forever', async () => {
    // Lying on its side, as telephones write it, with a place and a name.
    const photo = await flat(540, 864)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Maya Ellison', Orientation: '6' },
        IFD3: { GPSLatitude: '40/1 42/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { status, body } = await upload(photo)
    expect(status).toBe(200)
    expect(body.picture).toMatchObject({ width: 864, height: 540 })
    const { url } = body.picture
    for (const [width, shown] of [
      [480, 480],
      [840, 840],
      [1200, 864],
    ]) {
      for (const format of ['avif', 'webp']) {
        const { response, bytes } = await fetchFile(url.replace('840.webp', `${width}.${format}`))
        expect(response.headers.get('content-type')).toBe(`image/${format}`)
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
        const made = await sharp(bytes).metadata()
        expect([made.width, made.exif, made.orientation]).toEqual([shown, undefined, undefined])
        expect(made.format).toBe(format === 'avif' ? 'heif' : 'webp')
        expect(made.height! / made.width!).toBeCloseTo(540 / 864, 1)
      }
    }
    const etag = (await fetchFile(url)).response.headers.get('etag')!
    expect((await test.app.request(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(await upload(photo)).toEqual({ status, body })
    const lines = await test.shop.db.select().from(auditLog)
    expect(lines.filter((line) => line.action === 'picture.upload')).toHaveLength(1)
  })

  it('is on the home page with the belt it was uploaded for', async () => {
    const [imageUrl] = uploaded
    const imageAlt = 'The Foghorn: a coiled brown belt'
    const belt = {
      ...{
        name: 'The Foghorn',
        description: 'For wet days.',
        material: 'Leather',
        buckle: 'Brass',
        suits: '',
      },
      ...{ widthMm: 34, colors: ['Black'], sku: 'MD9-202511-FOGHORN', gender: 'male', style: 'dress' },
      ...{ imageUrl, imageAlt, lifestyleImageUrl: null, lifestyleAlt: '', nightImageUrl: null },
      ...{ detailImageUrl: null, detailAlt: '', displayOrder: 9, isActive: true },
    }
    expect((await owner.post('/api/admin/belts', { drop: '2025-11', belt })).status).toBe(200)
    const shown = await pageContextOf(test.shop).belts()
    const dress = shown.filter(({ gender, style }) => gender === 'male' && style === 'dress')
    expect(dress.at(-1)).toMatchObject({ name: 'The Foghorn', imageUrl, imageAlt })
  })

  it.each(['png', 'webp', 'avif'] as const)('may be a %s', async (format) => {
    const { body } = await upload(await flat(480, 480).toFormat(format).toBuffer())
    expect(body.picture).toMatchObject({ width: 480, height: 480 })
  })

  it('with transparency gets the page’s background', async () => {
    const empty = { r: 0, g: 0, b: 0, alpha: 0 }
    const png = await sharp({ create: { width: 480, height: 480, channels: 4, background: empty } })
      .png()
      .toBuffer()
    const { body } = await upload(png)
    const { bytes } = await fetchFile(body.picture.url.replace('webp', 'avif'))
    const { dominant } = await sharp(bytes).stats()
    expect(Math.abs(dominant.r - 0xe3)).toBeLessThan(10)
  })

  it('is in emails once it’s uploaded, even if someone asked for it before', async () => {
    const photo = await flat(490, 490).jpeg().toBuffer()
    const url = `/og/uploaded/${createHash('sha256').update(photo).digest('base64url')}.jpg`
    expect((await test.app.request(url)).status).toBe(404)
    await upload(photo)
    expect((await fetchFile(url)).response.headers.get('content-type')).toBe('image/jpeg')
  })

  it('is served nowhere else', async () => {
    for (const url of [
      `/uploaded/${'x'.repeat(43)}-840.webp`,
      `/uploaded/${'x'.repeat(43)}-841.webp`,
      '/uploaded/..%2f..%2fserver.ts',
      '/uploaded/',
    ]) {
      expect((await test.app.request(url)).status, url).toBe(404)
    }
  })

  it('that nothing uses is deleted after two days; one that is used, or uploaded again, stays', async () => {
    const chosenAgain = await flat(481, 480).jpeg().toBuffer()
    const again = (await upload(chosenAgain)).body.picture.url
    uploaded.delete(again)
    for (let side = 480; uploaded.size < 6; side++) await upload(await flat(side, side).jpeg().toBuffer())
    const [product, lifestyle, night, detail, sent, forgotten] = uploaded as Iterable<string>
    const shown = [product!, lifestyle!, night!, detail!, sent!, again]
    await test.shop.db.insert(letters).values({
      ...{ slug: 'with-a-picture', month: '2026-12', subject: 'Look', audience: everyone },
      blocks: [{ id: '1', type: 'picture', src: sent!, alt: 'The bench', href: '' }],
    })
    await test.shop.db.update(products).set({
      ...{
        imageUrl: product!,
        lifestyleImageUrl: lifestyle!,
        nightImageUrl: night!,
        detailImageUrl: detail!,
      },
    })
    test.clock.advance(47 * 60 * 60_000)
    owner = await signIn(test)
    await upload(chosenAgain)
    test.clock.advance(2 * 60 * 60_000)
    owner = await signIn(test)
    await upload(await flat(500, 500).jpeg().toBuffer())
    const left = (await test.shop.db.select().from(pictures)).map(({ hash }) => `/uploaded/${hash}-840.webp`)
    expect(left).toEqual(expect.arrayContaining(shown))
    expect(left).not.toContain(forgotten)
  })
})

describe('a bad file', () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  const jpeg = flat(900, 900).jpeg().toBuffer()
  // The header of a PNG that would fill the memory: 50,000 × 50,000.
  const bomb = flat(600, 600)
    .png()
    .toBuffer()
    .then((png) => {
      png.writeUInt32BE(50_000, 16)
      png.writeUInt32BE(50_000, 20)
      return png
    })
  const bad: Record<string, [Promise<Buffer> | Buffer, RegExp]> = {
    nothing: [Buffer.alloc(0), /is empty/],
    'a text called a picture': [Buffer.from('hello'), /can’t show this kind of file\. Choose a JPEG/],
    'a drawing with a script': [Buffer.from(svg), /an SVG drawing, which can carry scripts/],
    'a page': [Buffer.from('<!doctype html><script>alert(1)</script>'), /can’t show this kind of file/],
    'a GIF': [flat(500, 500).gif().toBuffer(), /a GIF/],
    'a TIFF': [flat(500, 500).tiff().toBuffer(), /a TIFF/],
    'a PDF': [Buffer.from('%PDF-1.7'), /a PDF/],
    'a HEIC photo': [heic, /can’t read HEIC photos\. Save it as a JPEG/],
    'half a photo': [jpeg.then((bytes) => bytes.subarray(0, bytes.length / 2)), /is damaged/],
    'the head of a photo alone': [jpeg.then((bytes) => bytes.subarray(0, 20)), /is damaged/],
    'a name of a format and then noise': [Buffer.from(`RIFF\x10\0\0\0WEBP${'x'.repeat(400)}`), /is damaged/],
    'an AVIF of nothing': [Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'), /is damaged/],
    'a bomb of pixels': [bomb, /more than 60 megapixels/],
    'a stamp': [flat(300, 900).jpeg().toBuffer(), /300 × 900 pixels\. Choose one of at least 480 × 480/],
  }
  it.each(Object.keys(bad))('such as %s is refused with a message, and nothing is stored', async (name) => {
    const before = await stored()
    const [file, sentence] = bad[name]!
    const { status, body } = await upload(await file)
    expect(body).toMatchObject({ code: 'invalid_picture', message: expect.stringMatching(sentence) })
    expect(status).toBe(400)
    expect(await stored()).toBe(before)
  })

  it('such as one of 16 MB is refused before it is read', async () => {
    const { status, body } = await upload(new Uint8Array(16 * 1024 * 1024))
    expect([status, body.code]).toEqual([400, 'body_too_large'])
  })

  it('can be uploaded by an owner only', async () => {
    const file = await flat(500, 500).png().toBuffer()
    expect(
      (await test.app.request('/api/admin/pictures', { method: 'POST', body: file as BodyInit })).status,
    ).toBe(401)
    const packer = await signIn(test, 'packer')
    expect((await packer.request('POST', '/api/admin/pictures', new Uint8Array(file))).status).toBe(403)
  })
})
