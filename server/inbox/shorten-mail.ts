import { randomBytes } from 'node:crypto'

/** Bytes kept of each part that is text, of all together, and of the headers of a part and of the email. */
const [longestPart, longestMail, longestHead] = [192 * 1024, 640 * 1024, 256 * 1024]
/** Bytes of base64 up to which a file stays in the email; and what stays of a longer one, by which its kind is seen. */
const [shortFile, startOfFile] = [64 * 1024, 12_000]

/** Where the bytes of a file stand that were left out, as base64; null: in another encoding. */
type Cut = { from: number; to: number } | null

/** An email small enough to be taken apart, and what was left out of it. */
export type ShortMail = {
  raw: Buffer
  /** whether text was left out */
  isShortened: boolean
  /** the file whose content ends so, if it isn't whole */
  cutOf(content: Buffer): Cut | undefined
}

/**
 * Leaves out of an email what its text and the kinds of its files don't need, so that its reader's memory doesn't grow with
 * it. Parts begin at lines with two dashes (RFC 2046 §5.1.1), as may lines that are none: those only begin a part as well.
 */
export async function shortenMail(pieces: AsyncIterable<Uint8Array>): Promise<ShortMail> {
  const kept: Buffer[] = []
  let room = longestMail
  let isShortened = false
  const keep = (bytes: Buffer) => {
    if (bytes.length > room) isShortened = true
    const fits = bytes.subarray(0, room)
    room -= fits.length
    if (fits.length > 0) kept.push(Buffer.from(fits))
  }
  const cuts: Cut[] = []
  const mark = randomBytes(12).toString('hex')
  let part = partAt(0)

  function take(bytes: Buffer, at: number) {
    if (part.body === null) {
      part.head = Buffer.concat([part.head, bytes])
      const end = endOfHead(part.head)
      if (end < 0 && part.head.length < longestHead) return
      const { head } = part
      const from = end < 0 ? head.length : end
      part.kind = kindOf(head.toString('latin1', 0, from))
      part.body = at + bytes.length - head.length + from
      keep(head.subarray(0, from))
      const rest = head.subarray(from)
      part.head = Buffer.alloc(0)
      if (rest.length > 0) take(rest, at + bytes.length - rest.length)
      return
    }
    if (part.kind === 'base64') {
      part.size += bytes.length
      if (part.held.length <= shortFile)
        part.held = Buffer.concat([part.held, bytes.subarray(0, shortFile + 1 - part.held.length)])
      return
    }
    const fits = bytes.subarray(0, Math.max(0, longestPart - part.size))
    part.size += bytes.length
    keep(fits)
    if (fits.length < bytes.length) {
      part.isCut = true
      isShortened ||= part.kind === 'text'
    }
  }

  function endPart(at: number) {
    if (part.body === null) keep(part.head)
    else if (part.kind === 'base64' && part.held.length <= shortFile) keep(part.held)
    else if (part.kind === 'base64') {
      cuts.push({ from: part.body, to: at })
      const signs = part.held
        .toString('latin1')
        .replaceAll(/[^A-Za-z0-9+/]/g, '')
        .slice(0, startOfFile)
      const whole = signs.slice(0, signs.length - (signs.length % 4))
      keep(Buffer.from(`\n${whole}${Buffer.from(wordsOf(cuts.length - 1)).toString('base64')}\n`))
    } else if (part.isCut && part.kind === 'file') {
      cuts.push(null)
      keep(Buffer.from(`\n${wordsOf(cuts.length - 1)}\n`))
    }
    part = partAt(at)
  }

  /** 36 letters, which no encoding changes. */
  const wordsOf = (index: number) => `cut${mark}x${String(index).padStart(8, '0')}`

  let rest = Buffer.alloc(0)
  let at = 0
  for await (const piece of pieces) {
    if (room === 0) break
    let bytes =
      rest.length > 0
        ? Buffer.concat([rest, piece])
        : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    for (let next = bytes.indexOf('\n--'); next >= 0 && room > 0; next = bytes.indexOf('\n--')) {
      take(bytes.subarray(0, next + 1), at)
      at += next + 1
      endPart(at)
      bytes = bytes.subarray(next + 1)
    }
    // Two bytes may begin the next part.
    const sure = bytes.subarray(0, Math.max(0, bytes.length - 2))
    take(sure, at)
    at += sure.length
    rest = Buffer.from(bytes.subarray(sure.length))
  }
  if (room > 0) take(rest, at)
  endPart(at + rest.length)
  return {
    raw: Buffer.concat(kept),
    isShortened,
    cutOf(content) {
      const words = content
        .toString('latin1', Math.max(0, content.length - 60))
        .trimEnd()
        .slice(-36)
      return words.startsWith(`cut${mark}x`) ? cuts[Number(words.slice(-8))] : undefined
    },
  }
}

/** Where a part's headers end: before the empty line; -1 if that hasn't come yet. */
function endOfHead(head: Buffer): number {
  const ends = ['\n\r\n', '\n\n'].map((end) => head.indexOf(end)).filter((end) => end >= 0)
  return ends.length === 0 ? -1 : Math.min(...ends) + 1
}

type Kind = 'text' | 'file' | 'base64'

const partAt = (at: number) => ({
  /** where it begins, with its dashes */
  at,
  head: Buffer.alloc(0),
  /** where its content begins; null: not yet */
  body: null as number | null,
  kind: 'text' as Kind,
  size: 0,
  held: Buffer.alloc(0),
  isCut: false,
})

/** Whether a part is a file, by its headers, and whether it can be read later from where it stands. */
function kindOf(head: string): Kind {
  const [, type = 'text'] = /^content-type:\s*([a-z]+)/im.exec(head) ?? []
  const isOfParts = /^(multipart|message)$/i.test(type)
  const isFile = !isOfParts && (!/^text$/i.test(type) || /^content-disposition:\s*attachment/im.test(head))
  if (!isFile) return 'text'
  return /^content-transfer-encoding:\s*base64/im.test(head) ? 'base64' : 'file'
}
