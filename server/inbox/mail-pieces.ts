import { largestMail, type RawMail } from '../shop/mailer.ts'

/** Bytes of an email that are in memory at a time. */
const pieceSize = 256 * 1024
/** As much of the start as headers take. */
const start = 256 * 1024

type Mail = Pick<RawMail, 'size' | 'read'>

/** Bytes of an email that its reader is given: of one that is too large, its headers. */
const readableOf = ({ size }: Pick<RawMail, 'size'>): number => (size > largestMail ? start : size)

/** An email's bytes, piece by piece. */
export async function* piecesOf(mail: Mail, { from = 0, to = readableOf(mail), most = pieceSize } = {}) {
  for (let at = from; at < to; ) {
    const piece = await mail.read(at, Math.min(most, to - at))
    if (piece.length === 0) return
    at += piece.length
    yield piece
  }
}

export const headOf = (mail: Mail) => piecesOf(mail, { to: Math.min(start, mail.size) })

/** Bytes of base64 that are decoded at a time: half a megabyte of a file. */
const encodedSize = 700_000

/** An attachment's bytes, from where its base64 stands in the email (RFC 2045 §6.8). */
export async function* decodedPieces(mail: Mail, { from, to }: { from: number; to: number }) {
  let rest = ''
  for await (const piece of piecesOf(mail, { from, to, most: encodedSize })) {
    const signs =
      rest +
      Buffer.from(piece)
        .toString('latin1')
        .replaceAll(/[^A-Za-z0-9+/]/g, '')
    const whole = signs.length - (signs.length % 4)
    rest = signs.slice(whole)
    yield Buffer.from(signs.slice(0, whole), 'base64')
  }
  if (rest) yield Buffer.from(rest, 'base64')
}
