import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { pictureFiles, products, sharePictures } from '../../db/schema.ts'
import { uploadedFolder } from '../../domain/admin/fields.ts'
import { makeBoxPicture, makeMailPicture, makeSharePicture } from '../pictures/make-apart.ts'
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

type ShareKind = (typeof sharePictures.$inferSelect)['kind']

/**
 * Serves a belt's JPEGs for shared links and emails, by itself and in an opened box, made once from its product shot, by
 * whichever process is asked first, and kept in the database. The shot is from the build or uploaded. The addresses have the
 * belt's id, which no one can guess: emails show belts that aren't public yet.
 */
export function mountSharePictures(app: Hono, shop: Shop) {
  const kept: Record<ShareKind, Map<string, Promise<Body | null>>> = {
    ...{ share: new Map(), mail: new Map(), box: new Map() },
  }
  const answer = async (context: Context, shot: string, kind: ShareKind) => {
    const own = kept[kind]
    const made = own.get(shot) ?? make(app, shop, shot, kind)
    keep(own, shot, made, mostShared)
    // A missing one may be uploaded later, and made-up names must not push out the pictures that are there.
    const forget = () => own.delete(shot)
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
    const found = name && (await answer(context, `/${context.req.param('folder')}/${name}-1200.webp`, 'mail'))
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
    const kind = context.req.param('kind') === 'boxes' ? 'box' : 'share'
    return (await answer(context, shot, kind)) ?? next()
  })
}

// Requests the pictures from our own app, which serves both kinds.
async function bytesOf(app: Hono, place: string): Promise<Body | null> {
  const answer = await app.request(place)
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${place} answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

async function make(app: Hono, { db, now }: Shop, place: string, kind: ShareKind): Promise<Body | null> {
  const shot = await bytesOf(app, place)
  const box = kind === 'box' ? await bytesOf(app, '/pictures/box-1200.avif') : null
  if (!shot) return null
  const hash = createHash('sha256')
    .update(shot)
    .update(box ?? '')
    .digest('base64url')
  const [known] = await db
    .select({ content: sharePictures.content })
    .from(sharePictures)
    .where(and(eq(sharePictures.hash, hash), eq(sharePictures.kind, kind)))
  if (known) return new Uint8Array(known.content)
  const content = new Uint8Array(await makeOf(kind, shot, box))
  await db.insert(sharePictures).values({ hash, kind, content, createdAt: now() }).onConflictDoNothing()
  return content
}

async function makeOf(kind: ShareKind, shot: Body, box: Body | null): Promise<Uint8Array> {
  if (kind === 'mail') return makeMailPicture(shot)
  // A belt whose shot doesn't fit the box is shown without one.
  return (box && (await makeBoxPicture(shot, box))) ?? makeSharePicture(shot)
}
