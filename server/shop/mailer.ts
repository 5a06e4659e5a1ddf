/** One rendered email. */
export type Mail = {
  /** stable, so that sending it again is recognized (Message-ID, file name) */
  id: string
  /** kind of email, e.g. order-confirmation */
  kind: string
  /** when the fact it reports happened */
  createdAt: Date
  to: string
  /** where replies go, if not to the sender */
  replyTo?: string
  subject: string
  html: string
  text: string
  /** attached files */
  attachments?: Attachment[]
  /** extra headers, e.g. List-Unsubscribe */
  headers?: Record<string, string>
  /** where mail servers return it (RFC 5321 §3.6.3), if not to the sender */
  returnPath?: string
}

/** The port for outgoing emails: a mail server, or files in the demo. */
export type Mailer = {
  /**
   * Sends an email. Returns the server's answer, such as "250 2.0.0 Ok: queued as 4F1A2".
   * @throws MailRefused if the server will never accept it; any other error if it wasn't accepted now, and the outbox
   *   retries later
   */
  send(mail: Mail): Promise<string>
  close(): void
}

export type MailContent = Pick<
  Mail,
  'to' | 'subject' | 'html' | 'text' | 'replyTo' | 'headers' | 'attachments' | 'returnPath'
>

/** The mail server permanently refuses an email to this address (RFC 5321 §4.2.1 "5yz"). */
export class MailRefused extends Error {
  readonly status: string
  readonly words: string

  /**
   * @param status code of RFC 3463, "5.1.1"; "" if the server gave none
   * @param words the server's message
   */
  constructor(status: string, words: string, options?: ErrorOptions) {
    super(words, options)
    this.name = 'MailRefused'
    this.status = status
    this.words = words
  }
}

/** The mail server works, but doesn't take an email to this address yet (RFC 5321 §4.2.1 "4yz"). */
export class MailDeferred extends Error {}

type Attachment = { fileName: string; contentType: string; content: Uint8Array }

/** The Message-ID of an email: the same each time it is sent, and what replies refer to (RFC 5322 §3.6.4). */
export function messageIdOf(id: string, from: string): string {
  return `<${id}@${/@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'}>`
}

/** The email isn't sent, because what it would say is no longer true. */
export type Dropped = { droppedBecause: string }

/** How far a folder was read: the highest UID, valid only with its UIDVALIDITY (RFC 3501 §2.3.1.1). */
export type FolderPlace = { validity: string; uid: number }

/** An incoming email. */
export type RawMail = {
  /** unique name of where it is stored */
  place: string
  /** bytes of the whole email */
  size: number
  /** a piece of it: up to `most` bytes from `from` on. It isn't held in memory, because its sender decides how long it is. */
  read(from: number, most: number): Promise<Uint8Array>
  /** when our mail server received it */
  receivedAt: Date
  /** how far the folder is read after this email; null: the source keeps track itself */
  after: FolderPlace | null
}

/** The port for incoming emails: a folder on a mail server, or files in the demo. */
export type MailSource = {
  /** key under which the place is stored */
  folder: string
  /** milliseconds between checks */
  lookEvery: number
  /**
   * Passes each email after a place to `take`, one at a time, oldest first; for a folder never read before, those of the
   * last days.
   * @throws if the server can't be reached or refuses, and whatever `take` throws: the email comes again at the next check
   */
  read(since: FolderPlace | null, take: (mail: RawMail) => Promise<void>): Promise<void>
}

/** Largest email read whole, in bytes: as much as large mail providers accept. */
export const largestMail = 30 * 1024 * 1024
