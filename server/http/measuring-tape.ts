import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { type TapePaper, tapeAddress, tapePapers } from '../../domain/tape.ts'
import type { Shop } from '../shop/shop.ts'
import { etagMatches } from './cached-page.ts'

type File = { content: Uint8Array<ArrayBuffer>; etag: string }

/** Serves the printable tape (server/documents/measuring-tape.ts): one file for each paper, drawn once by each process. */
export function mountMeasuringTape(app: Hono, shop: Shop) {
  const drawn = new Map<TapePaper, Promise<File>>()
  for (const { id } of tapePapers) {
    app.get(tapeAddress(id), async (context) => {
      const made = drawn.get(id) ?? draw(id, shop.config.shopName)
      drawn.set(id, made)
      made.catch(() => drawn.delete(id))
      const { content, etag } = await made
      const headers = { etag, 'cache-control': 'public, max-age=86400' }
      if (etagMatches(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers)
      return context.body(content, 200, {
        ...headers,
        'content-type': 'application/pdf',
        'content-length': String(content.length),
        'content-disposition': `inline; filename="measuring-tape-${id}.pdf"`,
      })
    })
  }
}

async function draw(paper: TapePaper, shopName: string): Promise<File> {
  const { drawMeasuringTape } = await import('../documents/measuring-tape.ts')
  const content = new Uint8Array(await drawMeasuringTape(paper, shopName))
  return { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` }
}
