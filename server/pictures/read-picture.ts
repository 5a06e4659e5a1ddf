import { largestPicture } from '../../domain/admin/fields.ts'
import { ShopError } from '../../domain/errors.ts'

const wanted = 'Choose a JPEG, PNG, WebP or AVIF file.'

/**
 * Checks a file's first bytes, whatever its name: only formats of the four decoders reach them.
 * @throws ShopError 'invalid_picture' that says what the file is and what to choose
 */
export function requirePicture(file: Uint8Array): void {
  if (file.length === 0) throw refused(`This file is empty. ${wanted}`)
  if (file.length > largestPicture) throw refused('This file is larger than 15 MB. Choose a smaller one.')
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 1024)).toString('latin1')
  const isReadable =
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF[\s\S]{4}WEBP/.test(start) ||
    /^[\s\S]{4}ftypavi[fs]/.test(start)
  if (isReadable) return
  if (/^[\s\S]{4}ftyp(hei|hev|mif|msf)/.test(start)) {
    throw refused('We can’t read HEIC photos. Save it as a JPEG and choose that.')
  }
  if (/<svg|<!DOCTYPE svg/i.test(start)) {
    throw refused('This is an SVG drawing, which can carry scripts. Save it as PNG and choose that.')
  }
  if (/^GIF8/.test(start)) throw refused(`This is a GIF. ${wanted}`)
  if (/^(II\*\0|MM\0\*)/.test(start)) throw refused(`This is a TIFF or a raw photo. ${wanted}`)
  if (/^%PDF/.test(start)) throw refused(`This is a PDF. ${wanted}`)
  throw refused(`Browsers can’t show this kind of file. ${wanted}`)
}

/** The error for a rejected file; the sentence says why and what to do. */
export function refused(sentence: string, cause?: unknown): ShopError {
  return new ShopError('invalid_picture', sentence, { fields: { file: sentence }, cause })
}

const maxWaiting = 8

/** Whose work it is: each has a queue of their own, so that no stranger's request keeps an owner waiting. */
export type Queue = 'owners' | 'members' | 'strangers'

const queues: Record<Queue, { waiting: number; last: Promise<unknown> }> = {
  owners: { waiting: 0, last: Promise.resolve() },
  members: { waiting: 0, last: Promise.resolve() },
  strangers: { waiting: 0, last: Promise.resolve() },
}

/**
 * Runs heavy work one at a time in each queue of this process, so that pages keep a core to themselves.
 * @throws ShopError 'too_many_requests' if the queue is long
 */
export async function inTurn<T>(queue: Queue, work: () => Promise<T>): Promise<T> {
  const own = queues[queue]
  if (own.waiting >= maxWaiting) {
    throw new ShopError('too_many_requests', 'We’re busy with other pictures. Try again in a minute.')
  }
  own.waiting++
  const mine = own.last.then(work, work)
  own.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    own.waiting--
  }
}
