import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { mailAttachmentPieces, mailAttachments } from '../../db/schema.ts'
import type { RawMail } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { decodedPieces } from './mail-pieces.ts'
import type { ReadMail } from './read-mail.ts'

type Mail = ReadMail & { digest: string }

/** The rows of an email's attachments. One whose bytes are still in the email has none yet, and no type. */
export function attachmentRows(mailId: string, { attachments, digest }: Mail) {
  return attachments.map(({ at, type, ...each }, place) => ({
    ...{ id: idOf(digest, place), mailId, ...each },
    type: at ? null : type,
  }))
}

/**
 * Copies the attachments of a stored email from where it is, a piece at a time. Only one that is whole gets its type, by
 * which it is offered; what a process that died left unfinished begins again.
 */
export async function keepAttachments({ db }: Shop, raw: RawMail, { attachments, digest }: Mail) {
  for (const [place, { at, type }] of attachments.entries()) {
    if (!at) continue
    const id = idOf(digest, place)
    const isIt = and(eq(mailAttachments.id, id), isNull(mailAttachments.type))
    if ((await db.$count(mailAttachments, isIt)) === 0) continue
    await db.delete(mailAttachmentPieces).where(eq(mailAttachmentPieces.attachmentId, id))
    let [size, count] = [0, 0]
    for await (const content of decodedPieces(raw, at)) {
      await db.insert(mailAttachmentPieces).values({ attachmentId: id, place: count++, content })
      size += content.length
    }
    await db.update(mailAttachments).set({ type, size }).where(isIt)
  }
}

/** Whether an attachment can be downloaded. */
export const isKept = sql<boolean>`(${mailAttachments.type} is not null and (${mailAttachments.content} is not null
  or exists (select from ${mailAttachmentPieces} p where p.attachment_id = ${mailAttachments}.id)))`

/** The content of a large attachment, a piece at a time. */
export function readPieces({ db }: Pick<Shop, 'db'>, attachmentId: string): ReadableStream<Uint8Array> {
  let place = 0
  return new ReadableStream({
    async pull(stream) {
      const isNext = and(
        eq(mailAttachmentPieces.attachmentId, attachmentId),
        eq(mailAttachmentPieces.place, place++),
      )
      const [piece] = await db
        .select({ content: mailAttachmentPieces.content })
        .from(mailAttachmentPieces)
        .where(isNext)
      if (piece) stream.enqueue(piece.content)
      else stream.close()
    },
  })
}

/** The same each time an email is read: a UUID of version 8 (RFC 9562 §5.8). */
function idOf(digest: string, place: number): string {
  const hash = createHash('sha256').update(`${digest} ${place}`).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}
