import { and, eq } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { pictureFiles, products } from '../../db/schema.ts'
import { uploadedFolder } from '../../domain/admin/fields.ts'
import { beltInBox } from '../pictures/opened-box.ts'
import { inTurn, loadSharp } from '../pictures/read-picture.ts'
import type { Shop } from '../shop/shop.ts'
import { etagMatches } from './cached-page.ts'
import { transportHeaders } from './security-headers.ts'

type Body = Uint8Array<ArrayBuffer>

/**
 * Files kept in memory, about 80 kB each: a drop's pictures, so that a crowd on the home page doesn't query the database.
 */
const mostUploaded = 120

/** Serves the pictures the owner uploaded. The name is the content's hash, so it may be cached forever. */
export function mountUploadedPictures(app: Hono, shop: Shop) {
  const kept = new Map<string, Body>()
  // Opened directly, the file can only be a picture, whatever it contains.
  const inert = {
    ...transportHeaders(shop.config.publicUrl),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  }
  app.get(`${uploadedFolder}/:name`, async (context) => {
    const name = context.req.param('name')
    const parts = /^([\w-]{43})-(480|840|1200)\.(avif|webp)$/.exec(name)
    const content = parts && (kept.get(name) ?? (await read(shop, parts)))
    if (!content) return context.text('We can’t find that picture.', 404, inert)
    keep(kept, name, content, mostUploaded)
    const headers: Record<string, string> = {
      ...inert,
      'content-type': `image/${parts[3]}`,
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${name}"`,
    }
    if (etagMatches(context.req.header('if-none-match'), `"${name}"`)) return context.body(null, 304, headers)
    return context.body(content, 200, { ...headers, 'content-length': String(content.length) })
  })
}

async function read({ db }: Shop, [, hash, width, format]: RegExpExecArray): Promise<Body | null> {
  const [file] = await db
    .select({ content: pictureFiles.content })
    .from(pictureFiles)
    .where(
      and(
        eq(pictureFiles.hash, hash!),
        eq(pictureFiles.width, Number(width)),
        eq(pictureFiles.format, format!),
      ),
    )
  return file ? new Uint8Array(file.content) : null
}

// Moves a file to the end: the least recently used one is dropped first.
function keep<File>(kept: Map<string, File>, name: string, file: File, most: number) {
  kept.delete(name)
  kept.set(name, file)
  if (kept.size > most) kept.delete(kept.keys().next().value!)
}

/** Generated pictures kept in memory, about 40 kB each. */
const mostShared = 60

/**
 * Serves a belt's JPEGs for shared links and emails, by itself and in an opened box, made from its product shot on first
 * request. The shot is from the build or uploaded. The addresses have the belt's id, which no one can guess: emails show
 * belts that aren't public yet.
 */
export function mountSharePictures(app: Hono, shop: Shop) {
  const kept = new Map<string, Promise<Body | null>>()
  const answer = async (context: Context, shot: string, how: typeof sharePicture) => {
    const made = kept.get(shot + how.name) ?? make(app, shot, how)
    keep(kept, shot + how.name, made, mostShared)
    // A missing one may be uploaded later, and made-up names must not push out the pictures that are there.
    const forget = () => kept.delete(shot + how.name)
    made.then((body) => body ?? forget(), forget)
    const body = await made
    if (!body) return null
    return context.body(body, 200, {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
  }
  // A letter's picture, uncropped.
  app.get('/og/:folder{uploaded|pictures}/:name', async (context, next) => {
    const [, name] = /^([\w-]{1,100})\.jpg$/.exec(context.req.param('name')) ?? []
    const found =
      name && (await answer(context, `/${context.req.param('folder')}/${name}-1200.webp`, mailPicture))
    return found || next()
  })
  app.get('/og/:kind{belts|boxes}/:name', async (context, next) => {
    const [, id, night] = /^([0-9a-f-]{36})(-night)?\.jpg$/.exec(context.req.param('name')) ?? []
    const [belt] = id
      ? await shop.db
          .select({ imageUrl: products.imageUrl, nightImageUrl: products.nightImageUrl })
          .from(products)
          .where(eq(products.id, id))
      : []
    const shown = (night && belt?.nightImageUrl) || belt?.imageUrl
    const shot = shown?.replace(/-840\.webp$/, '-1200.webp')
    if (!shot) return next()
    const how = context.req.param('kind') === 'boxes' ? boxPicture : sharePicture
    return (await answer(context, shot, how)) ?? next()
  })
  /** A belt whose shot doesn't fit the box is shown without one. */
  async function boxPicture(shot: Uint8Array): Promise<Buffer> {
    const box = await app.request('/pictures/box-1200.webp')
    return (await beltInBox(shot, new Uint8Array(await box.arrayBuffer()))) ?? sharePicture(shot)
  }
}

// Requests the shot from our own app, which serves both kinds of pictures.
async function make(app: Hono, shot: string, how: typeof sharePicture): Promise<Body | null> {
  const answer = await app.request(shot)
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${shot} answered ${answer.status}`)
  return new Uint8Array(await how(new Uint8Array(await answer.arrayBuffer())))
}

/** Pixels: Open Graph's aspect ratio for shared links; emails use the width only. */
const [width, height] = [1200, 630]
const asJpeg = { quality: 82, mozjpeg: true }

/**
 * A square product shot as a JPEG, for shared links and email apps that know no newer format. The whole belt is in the
 * middle; its own background fills the sides.
 * @throws ShopError 'too_many_requests' when many are being made
 */
export function sharePicture(shot: Uint8Array): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    // The belt fills the middle half of its shot; the rest is table.
    const middle = await sharp(shot).resize({ width: 900, height, fit: 'cover' }).toBuffer()
    const side = (width - 900) / 2
    return sharp(middle).extend({ left: side, right: side, extendWith: 'copy' }).jpeg(asJpeg).toBuffer()
  })
}

/**
 * A picture as an uncropped JPEG for email apps: twice as wide as an email's content, for sharp screens.
 * @throws ShopError 'too_many_requests' when many are being made
 */
function mailPicture(shot: Uint8Array): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    return sharp(shot).resize({ width, withoutEnlargement: true }).jpeg(asJpeg).toBuffer()
  })
}
