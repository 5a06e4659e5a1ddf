import type { Attachment } from 'postal-mime'
import { oneLine } from '../../domain/slug.ts'

/** An attachment of an email. Without `content` it wasn't kept; if `type` is null, because of its kind. */
export type ReadAttachment = { name: string; type: string | null; size: number; content: Uint8Array | null }

/** Per email: how many are kept, and the most bytes of each and of all together. */
const [most, largest, largestAll] = [10, 10 * 1024 * 1024, 20 * 1024 * 1024]

/**
 * Kinds that can show a damaged belt or a receipt, recognized by their first bytes: names and types are only what the sender
 * claims.
 */
const kinds: { type: string; extension: string; begins: (bytes: Buffer) => boolean }[] = [
  { type: 'image/jpeg', extension: 'jpg', begins: (bytes) => bytes.toString('hex', 0, 3) === 'ffd8ff' },
  {
    type: 'image/png',
    extension: 'png',
    begins: (bytes) => bytes.toString('hex', 0, 8) === '89504e470d0a1a0a',
  },
  {
    type: 'image/gif',
    extension: 'gif',
    begins: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
  },
  {
    type: 'image/webp',
    extension: 'webp',
    begins: (bytes) => /^RIFF....WEBP/s.test(bytes.toString('latin1', 0, 12)),
  },
  {
    type: 'image/heic',
    extension: 'heic',
    begins: (bytes) => /^ftyp(heic|heix|hevc|mif1)/.test(bytes.toString('latin1', 4, 12)),
  },
  {
    type: 'application/pdf',
    extension: 'pdf',
    begins: (bytes) => bytes.toString('latin1', 0, 5) === '%PDF-',
  },
]

/** An email's attachments, as far as they are kept. Text files aren't: written words belong in the email. */
export function readAttachments(all: Attachment[]): ReadAttachment[] {
  let room = largestAll
  return all.slice(0, 50).map((each, place) => {
    const bytes = Buffer.from(each.content as ArrayBuffer)
    const kind = kinds.find(({ begins }) => begins(bytes))
    const fits = place < most && bytes.length <= largest && bytes.length <= room
    if (kind && fits) room -= bytes.length
    return {
      name: fileName(each.filename ?? 'attachment', kind?.extension),
      type: kind?.type ?? null,
      size: bytes.length,
      content: kind && fits ? bytes : null,
    }
  })
}

/** The sender's file name without its path, with the extension of its real kind: `photo.jpg.exe` is a picture or nothing. */
function fileName(name: string, extension: string | undefined): string {
  const last = oneLine(name.toWellFormed()).split(/[/\\]/).at(-1)!
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '').slice(0, 100) || 'attachment'
  if (!extension || plain.toLowerCase().endsWith(`.${extension}`)) return plain
  return `${plain.replace(/\.\w{1,5}$/, '')}.${extension}`
}
