import net from 'node:net'
import { listen } from './listen.ts'

export type TestImapServer = {
  /** imap://user:password@127.0.0.1:port/INBOX */
  url: string
  /** every line clients sent, without their credentials */
  said: string[]
  add(mail: string, options?: { size?: number; receivedAt?: Date }): void
  /** all numbers are new, as after a restored backup */
  renumber(): void
  /** `silent`: stops answering once a mailbox is opened; `cut`: hangs up in the middle of an email */
  misbehave(how: 'silent' | 'cut' | null): void
  close(): Promise<void>
}

type Kept = { uid: number; mail: string; size: number; receivedAt: Date }

/** A mail server with one folder (RFC 9051, as much as a client needs for reading). */
export async function startImapServer(password = 'sesame'): Promise<TestImapServer> {
  const said: string[] = []
  let mails: Kept[] = []
  let validity = 1
  let fault: 'silent' | 'cut' | null = null

  function fetched(socket: net.Socket, { uid, mail, size, receivedAt }: Kept, wanted: string) {
    const [, from, most] = /<(\d+)\.(\d+)>/.exec(wanted) ?? []
    const body = Buffer.from(mail)
      .toString('latin1')
      .slice(Number(from), Number(from) + Number(most))
    const parts = [`UID ${uid}`]
    if (/RFC822\.SIZE/i.test(wanted)) parts.push(`RFC822.SIZE ${size}`)
    if (/INTERNALDATE/i.test(wanted)) parts.push(`INTERNALDATE "${imapDate(receivedAt)}"`)
    const section = /BODY(?:\.PEEK)?(\[[^\]]*\])/i.exec(wanted)?.[1]
    const literal = section ? ` BODY${section}<${from}> {${body.length}}\r\n${body}` : ''
    const line = `* ${mails.findIndex((each) => each.uid === uid) + 1} FETCH (${parts.join(' ')}${literal})\r\n`
    if (fault === 'cut' && section) {
      socket.write(line.slice(0, line.length / 2), 'latin1')
      socket.destroy()
    } else socket.write(line, 'latin1')
  }

  function answer(socket: net.Socket, line: string) {
    const [tag = '', command = '', ...rest] = line.split(' ')
    const words = rest.join(' ')
    const say = (text: string) => socket.write(`${text}\r\n`)
    const done = (text = 'OK done') => say(`${tag} ${text}`)
    said.push(/^(LOGIN|AUTHENTICATE)$/i.test(command) ? command : `${command} ${words}`.trim())
    switch (command.toUpperCase()) {
      case 'CAPABILITY':
        say('* CAPABILITY IMAP4rev1 UIDPLUS')
        return done()
      case 'LOGIN':
        return done(words.includes(password) ? 'OK in' : 'NO [AUTHENTICATIONFAILED] Invalid credentials')
      case 'SELECT':
      case 'EXAMINE':
        if (fault === 'silent') return
        if (!/INBOX/i.test(words)) return done('NO [NONEXISTENT] no such mailbox')
        say(`* ${mails.length} EXISTS`)
        say('* FLAGS (\\Seen)')
        say(`* OK [UIDVALIDITY ${validity}] validity`)
        say(`* OK [UIDNEXT ${(mails.at(-1)?.uid ?? 0) + 1}] next`)
        return done('OK [READ-ONLY] open')
      case 'LIST':
      case 'LSUB':
        say('* LIST () "/" INBOX')
        return done()
      case 'UID': {
        const from = Number(/UID (\d+):\*/.exec(words)?.[1] ?? 0)
        if (/^SEARCH/i.test(words)) {
          // `9:*` includes the last one, whatever its number.
          const found = mails.filter(({ uid }, at) => uid >= from || (from > 0 && at === mails.length - 1))
          const since = /SINCE (\S+)/i.exec(words)?.[1]
          const recent = found.filter(({ receivedAt }) => !since || receivedAt >= new Date(`${since} UTC`))
          say(`* SEARCH ${recent.map(({ uid }) => uid).join(' ')}`.trim())
          return done()
        }
        const [, uid] = /^FETCH (\d+)/i.exec(words) ?? []
        const mail = mails.find((each) => each.uid === Number(uid))
        if (mail) fetched(socket, mail, words)
        return socket.destroyed ? undefined : done()
      }
      case 'LOGOUT':
        say('* BYE')
        return done()
      default:
        return done()
    }
  }

  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    let rest = ''
    socket.write('* OK [CAPABILITY IMAP4rev1 UIDPLUS] test\r\n')
    socket.on('data', (chunk) => {
      rest += chunk
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        answer(socket, line)
      }
    })
  })
  const { port, close } = await listen(server)
  return {
    url: `imap://belts:${password}@127.0.0.1:${port}/INBOX`,
    said,
    add(mail, { size, receivedAt = new Date() } = {}) {
      const lines = mail.replaceAll('\n', '\r\n')
      mails.push({
        uid: (mails.at(-1)?.uid ?? 0) + 1,
        mail: lines,
        size: size ?? Buffer.byteLength(lines),
        receivedAt,
      })
    },
    renumber() {
      validity++
      mails = mails.map((mail, at) => ({ ...mail, uid: at + 101 }))
    },
    misbehave: (how) => {
      fault = how
    },
    close,
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "21-Nov-2026 15:00:00 +0000" */
function imapDate(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2, '0')
  return `${day}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} +0000`
}
