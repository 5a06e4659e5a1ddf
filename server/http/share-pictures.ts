import { eq } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { products } from '../../db/schema.ts'
import { mailPicture, sharePicture } from '../admin/pictures/share-picture.ts'
import type { Shop } from '../shop/shop.ts'

/** Generated pictures kept in memory, about 40 kB each. */
const mostKept = 60

type Body = Uint8Array<ArrayBuffer>

/**
 * Serves a belt's JPEG for shared links and emails, made from its product shot on first request. The shot is from the
 * build or uploaded. The address has the belt's id, which no one can guess: emails show belts that aren't public yet.
 */
export function mountSharePictures(app: Hono, shop: Shop) {
  const kept = new Map<string, Promise<Body | null>>()
  const answer = async (context: Context, shot: string, how: typeof sharePicture) => {
    const made = kept.get(shot + how.name) ?? make(app, shot, how)
    kept.delete(shot + how.name)
    kept.set(shot + how.name, made)
    // A missing one may be uploaded later, and made-up names must not push out the pictures that are there.
    const forget = () => kept.delete(shot + how.name)
    made.then((body) => body ?? forget(), forget)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
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
  app.get('/og/belts/:name', async (context, next) => {
    const [, id] = /^([0-9a-f-]{36})\.jpg$/.exec(context.req.param('name')) ?? []
    const [belt] = id
      ? await shop.db.select({ imageUrl: products.imageUrl }).from(products).where(eq(products.id, id))
      : []
    const shot = belt?.imageUrl?.replace(/-840\.webp$/, '-1200.webp')
    if (!shot) return next()
    return (await answer(context, shot, sharePicture)) ?? next()
  })
}

// Requests the shot from our own app, which serves both kinds of pictures.
async function make(app: Hono, shot: string, how: typeof sharePicture): Promise<Body | null> {
  const answer = await app.request(shot)
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${shot} answered ${answer.status}`)
  return new Uint8Array(await how(new Uint8Array(await answer.arrayBuffer())))
}
