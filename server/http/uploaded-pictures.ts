import { and, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { pictureFiles } from '../../db/schema.ts'
import { uploadedFolder } from '../../domain/admin/fields.ts'
import type { Shop } from '../shop/shop.ts'
import { etagMatches } from './accepted-encoding.ts'
import { transportHeaders } from './security-headers.ts'

type Body = Uint8Array<ArrayBuffer>

/**
 * Files kept in memory, about 80 kB each: a drop's pictures, so that a crowd on the home page doesn't query the database.
 */
const maxKept = 120

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
    // Moves the file to the end: least recently used files are dropped first.
    kept.delete(name)
    kept.set(name, content)
    if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
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
