/** One mail, rendered. */
export type Mail = {
  /** stable for the same mail, so that sending it again is recognized as the same (Message-ID, file name) */
  id: string
  /** what the mail is, e.g. order-confirmation */
  kind: string
  /** when the fact that it reports happened */
  createdAt: Date
  to: string
  /** where an answer goes, when not to the sender */
  replyTo?: string
  subject: string
  html: string
  text: string
  /** files that come with it */
  attachments?: Attachment[]
  /** further header lines, e.g. List-Unsubscribe */
  headers?: Record<string, string>
  /** where mail servers send it back to (RFC 5321 §3.6.3), when not to the sender */
  returnPath?: string
}

/** The way out for mails: a mail server, or files in the demo. */
export type Mailer = {
  /**
   * What took the mail says so in words, such as "250 2.0.0 Ok: queued as 4F1A2".
   * @throws MailRefused when the server says that it never takes it, any other error when it was not accepted now; the
   *   outbox tries again later
   */
  send(mail: Mail): Promise<string>
  close(): void
}

export type MailContent = Pick<
  Mail,
  'to' | 'subject' | 'html' | 'text' | 'replyTo' | 'headers' | 'attachments' | 'returnPath'
>

/** A mail server's word that it will never take a mail to this address (RFC 5321 §4.2.1 "5yz"). */
export class MailRefused extends Error {
  readonly status: string
  readonly words: string

  /**
   * @param status of RFC 3463, "5.1.1"; "" where the server gave none
   * @param words what it said
   */
  constructor(status: string, words: string, options?: ErrorOptions) {
    super(words, options)
    this.name = 'MailRefused'
    this.status = status
    this.words = words
  }
}

type Attachment = { fileName: string; contentType: string; content: Uint8Array }

/** The Message-ID of a mail: the same whenever it is sent, and what answers to it name (RFC 5322 §3.6.4). */
export function messageIdOf(id: string, from: string): string {
  return `<${id}@${/@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'}>`
}

/** Nothing is sent, because what the mail would say is no longer true. */
export type Dropped = { droppedBecause: string }
