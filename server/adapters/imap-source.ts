import { ImapFlow } from 'imapflow'
import type { FolderPlace, MailSource, RawMail } from '../shop/mailer.ts'

/** Milliseconds between checks: people wait for hours, and mail servers count logins. */
const lookEvery = 60_000
/** Days to look back when a mailbox is read for the first time: older emails were answered some other way. */
const firstDays = 7

/**
 * Reads an IMAP folder (RFC 9051), such as `imaps://user:password@imap.example/INBOX`. It changes nothing: no email is
 * marked as read, moved or deleted, so people can use the mailbox too.
 * @param patience milliseconds the server may stay silent
 */
export function imapSource(
  url: string,
  now: () => Date,
  { patience = 20_000, withoutTls = false }: { patience?: number; withoutTls?: boolean } = {},
): MailSource {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX'
  const connect = () =>
    new ImapFlow({
      host: hostname,
      port: Number(port) || (secure ? 993 : 143),
      secure,
      // Without TLS, anyone on the network could read the password.
      doSTARTTLS: !secure && !withoutTls,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: patience / 2,
      greetingTimeout: patience / 2,
      socketTimeout: patience,
    })
  return {
    folder: `${decodeURIComponent(username)}@${hostname}/${folder}`,
    lookEvery,
    async read(since, take) {
      const client = connect()
      // Without a listener, a connection that breaks between two commands would crash the process.
      client.on('error', () => {})
      try {
        await client.connect()
        const box = await client.mailboxOpen(folder, { readOnly: true })
        const validity = String(box.uidValidity)
        for (const uid of await newMails(client, { since, validity, now })) {
          const mail = await fetchMail(client, uid)
          if (mail) await take({ ...mail, ...placeOf(this.folder, validity, uid) })
        }
        await client.logout()
      } catch (error) {
        throw new Error(`The mailbox of IMAP_URL couldn't be read: ${reasonOf(error)}`, { cause: error })
      } finally {
        client.close()
      }
    },
  }
}

type Look = { since: FolderPlace | null; validity: string; now: () => Date }

async function newMails(client: ImapFlow, { since, validity, now }: Look): Promise<number[]> {
  const isKnown = since?.validity === validity
  const query = isKnown
    ? { uid: `${since.uid + 1}:*` }
    : { since: new Date(now().getTime() - firstDays * 24 * 60 * 60_000) }
  const found = (await client.search(query, { uid: true })) || []
  // `9:*` always includes the folder's last email, even if its UID is lower (RFC 9051 §6.4.4).
  return found.filter((uid) => !isKnown || uid > since.uid).sort((one, other) => one - other)
}

async function fetchMail(client: ImapFlow, uid: number): Promise<Omit<RawMail, 'place' | 'after'> | null> {
  const range = String(uid)
  const head = await client.fetchOne(range, { size: true, internalDate: true }, { uid: true })
  // Someone deleted it since the search.
  if (!head) return null
  return {
    size: head.size ?? 0,
    receivedAt: new Date(head.internalDate ?? Date.now()),
    async read(from, most) {
      const piece = await client.fetchOne(range, { source: { start: from, maxLength: most } }, { uid: true })
      // Deleted meanwhile, or at its end: there is nothing more of it.
      return piece ? (piece.source ?? new Uint8Array()) : new Uint8Array()
    },
  }
}

function placeOf(folder: string, validity: string, uid: number): Pick<RawMail, 'place' | 'after'> {
  return { place: `${folder}/${validity}/${uid}`, after: { validity, uid } }
}

/** What the server or network reported. Neither repeats the password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { responseText } = error as Error & { responseText?: string }
  return responseText ?? error.message
}
