import { convert } from 'html-to-text'
import type { Attachment } from 'postal-mime'
import PostalMime, { type Address, addressParser, type Email } from 'postal-mime'
import { isEmail, normalizeEmail } from '../../domain/email.ts'
import { oneLine } from '../../domain/slug.ts'
import { largestMail } from '../shop/mailer.ts'
import { type ShortMail, shortenMail } from './shorten-mail.ts'

/** A parsed email, limited to what we trust. */
export type ReadMail = {
  /** the Message-ID without brackets; "" if there is none */
  messageId: string
  fromName: string
  /** normalized; "" if it has no address to reply to */
  fromEmail: string
  /** whether it names exactly one sender */
  isFromOne: boolean
  /** another address it asks to be answered at */
  asksFor: string | null
  subject: string
  text: string
  /** Message-IDs it answers, nearest first */
  answers: string[]
  /** every address it was sent or delivered to */
  sentTo: string[]
  /** the headers from the top; names in lower case */
  headers: [name: string, value: string][]
  attachments: ReadAttachment[]
  /** the parts of a report about an email of ours (RFC 3462) */
  report: MailReport
}

/** What a report has, as text: about its delivery, about a complaint, and the headers of the email that came back. */
export type MailReport = { status: string | null; feedback: string | null; returned: string | null }

/** Characters kept of an email's text and of a header line; and of what is only searched. */
const [longestText, longestLine, longestSearched] = [100_000, 300, 10_000]
/** Headers kept per email. */
const mostHeaders = 500
/** Message-IDs looked up per email. */
const mostAnswers = 30
/** Nested MIME parts, and bytes of headers: ten times what email programs produce. */
const limits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024 }

/** Tags of an email's HTML: more than the largest email has, and as many as are read within a second or two. */
const mostTags = 20_000

const restCut = '\n\n(The rest was cut off.)'
const unreadable = 'We couldn’t read this email. Open it in your mailbox.'
const tooLarge = 'This email is too large to show here. Open it in your mailbox.'

/**
 * Parses any email; one that can't be read becomes an email that says so. Only for a process of its own (read-apart.ts):
 * what an email costs to read, its sender decides.
 * @param given.size bytes of the whole email
 * @param given.isHeadOnly whether reading the whole email took more than its budget
 */
export async function readMail(
  { size, isHeadOnly }: { size: number; isHeadOnly: boolean },
  pieces: AsyncIterable<Uint8Array>,
): Promise<ReadMail> {
  const short = await shortenMail(pieces)
  const mail = isHeadOnly ? null : await parse(short.raw).catch(() => null)
  if (!mail) {
    const head = await parse(headersOf(short.raw)).catch(() => null)
    return read(head ?? { headers: [], headerLines: [], attachments: [] }, unreadable, short)
  }
  if (size > largestMail) return read({ ...mail, attachments: [] }, tooLarge, short)
  return read(mail, textOf(mail) + (short.isShortened ? restCut : ''), short)
}

const parse = (raw: Uint8Array) => new PostalMime({ ...limits, attachmentEncoding: 'arraybuffer' }).parse(raw)

function textOf({ text, html }: Email): string {
  if (text?.trim()) return text.trim()
  try {
    return (typeof html === 'string' && textOfHtml(html)) || '(no text)'
  } catch {
    // The converter can't number some lists.
    return unreadable
  }
}

/** Everything before the first empty line. */
function headersOf(raw: Uint8Array): Uint8Array {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, limits.maxHeadersSize / 2))
  const ends = [start.indexOf('\r\n\r\n'), start.indexOf('\n\n')].filter((end) => end >= 0)
  return ends.length === 0 ? start : start.subarray(0, Math.min(...ends))
}

function read(mail: Email, text: string, short: ShortMail): ReadMail {
  const header = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
  const address = (from: Address | undefined) => plain(from?.address ?? '', longestLine)
  const fromEmail = isEmail(address(mail.from)) ? normalizeEmail(address(mail.from)) : ''
  const [replyTo] = mail.replyTo ?? []
  const asked = isEmail(address(replyTo)) ? normalizeEmail(address(replyTo)) : ''
  const senders = header('from').flatMap((line) => addressParser(line, { flatten: true }))
  return {
    messageId: bare(mail.messageId ?? ''),
    fromName: oneLine(plain(mail.from?.name ?? '', 120)),
    fromEmail,
    isFromOne: senders.length === 1 && header('from').length === 1,
    asksFor: asked && asked !== fromEmail ? asked : null,
    subject: oneLine(plain(mail.subject ?? '', longestLine)) || '(no subject)',
    text: plain(text, longestText),
    answers: [...idsIn(mail.inReplyTo), ...idsIn(mail.references).reverse()].slice(0, mostAnswers),
    sentTo: ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to']
      .flatMap(header)
      .flatMap((line) => line.slice(0, 10_000).split(/[\s<>,;:"]+/))
      .filter((word) => /.@./.test(word))
      .slice(0, 100),
    headers: mail.headers
      .slice(0, mostHeaders)
      .map(({ key, value }) => [key.slice(0, longestLine), value.slice(0, longestSearched)]),
    attachments: readAttachments(mail.attachments, short),
    report: readReport(mail),
  }
}

/** Characters kept of each part of a report. */
const longestReport = 100_000

function readReport({ attachments }: Email): MailReport {
  const part = (...types: string[]) => {
    const found = attachments.find(({ mimeType }) => types.includes(mimeType))
    return found
      ? Buffer.from(found.content as ArrayBuffer)
          .toString()
          .slice(0, longestReport)
      : null
  }
  return {
    status: part('message/delivery-status'),
    feedback: part('message/feedback-report'),
    returned: part('message/rfc822') ?? part('text/rfc822-headers'),
  }
}

const idsIn = (value = '') => (value.match(/<[^<>\s]{3,250}>/g) ?? []).map(bare)
const bare = (id: string) => plain(id, longestLine).trim().replace(/^<|>$/g, '')

/**
 * Text the database accepts and a screen shows as is: without nulls, broken surrogates, or characters that change the
 * reading direction of surrounding text.
 */
function plain(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}${restCut}` : text
  return cut
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
      sign === '\n' || sign === '\t' ? sign : '',
    )
    .replaceAll(/\n{4,}/g, '\n\n\n')
}

/** An HTML email as text: links show their address; pictures and scripts are removed. */
function textOfHtml(whole: string): string {
  const html = whole.split('<', mostTags).join('<')
  const text = convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 2_000_000, maxDepth: 60, maxChildNodes: 5_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: false, hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'block' },
    ],
  }).trim()
  return html.length < whole.length ? text + restCut : text
}

/**
 * An attachment of an email. If `type` is null it isn't kept, because of its kind. Otherwise its bytes are in `content`, or in
 * the email from `at`; if they are in neither, it was too large.
 */
export type ReadAttachment = {
  name: string
  type: string | null
  size: number
  content: Uint8Array | null
  at: { from: number; to: number } | null
}

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

/** Bytes of a file for each byte of its base64, in lines of 76 signs. */
const ofBase64 = 57 / 78

/** An email's attachments, as far as they are kept. Text files aren't: written words belong in the email. */
function readAttachments(all: Attachment[], { cutOf }: ShortMail): ReadAttachment[] {
  let room = largestAll
  return all.slice(0, 50).map((each, place) => {
    const bytes = Buffer.from(each.content as ArrayBuffer)
    const cut = cutOf(bytes)
    const kind = kinds.find(({ begins }) => begins(bytes))
    const size = cut ? Math.round((cut.to - cut.from) * ofBase64) : bytes.length
    const fits = place < most && size <= largest && size <= room
    const isKept = kind && fits && cut !== null
    if (isKept) room -= size
    return {
      name: fileName(each.filename ?? 'attachment', kind?.extension),
      type: kind?.type ?? null,
      size,
      content: isKept && !cut ? bytes : null,
      at: isKept && cut ? cut : null,
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
