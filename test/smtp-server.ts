import net from 'node:net'
import { listen } from './listen.ts'

/** An email a mail server received: sender, recipients, and the raw message. */
type ReceivedMail = { from: string; to: string[]; data: string }

export type TestSmtpServer = {
  /** smtp://127.0.0.1:port */
  url: string
  received: ReceivedMail[]
  /** every line that wasn't part of an email */
  said: string[]
  /** the reply to the next emails; null accepts them */
  refuseWith(reply: string | null): void
  /** addresses where there is no mailbox */
  refuseTo(address: RegExp): void
  /** `silent`: stops answering once an email begins; `cut`: accepts an email and hangs up before saying so */
  misbehave(how: 'silent' | 'cut' | null): void
  close(): Promise<void>
}

/**
 * A mail server that stores what it's given (RFC 5321, as much as a client needs).
 * @param delay milliseconds each of its replies takes
 */
export async function startSmtpServer(delay = 0): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = []
  const said: string[] = []
  let refusal: string | null = null
  let nobodyAt: RegExp | null = null
  let fault: 'silent' | 'cut' | null = null
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    let mail: ReceivedMail = { from: '', to: [], data: '' }
    let rest = ''
    let isData = false
    const say = (line: string) => {
      if (delay > 0) setTimeout(() => socket.writable && socket.write(`${line}\r\n`), delay)
      else socket.write(`${line}\r\n`)
    }
    say('220 test')
    socket.on('data', (chunk) => {
      rest += chunk
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + (isData ? 5 : 2))
        if (!isData) said.push(line)
        if (isData) {
          isData = false
          received.push({ ...mail, data: line })
          mail = { from: '', to: [], data: '' }
          if (fault === 'cut') socket.destroy()
          else say('250 kept')
        } else if (/^EHLO|^HELO/i.test(line)) say('250 test')
        else if (/^STARTTLS/i.test(line)) say('502 not here')
        else if (/^MAIL FROM:/i.test(line)) {
          mail.from = line.slice(10)
          if (fault !== 'silent') say(refusal ?? '250 ok')
        } else if (/^RCPT TO:/i.test(line)) {
          if (nobodyAt?.test(line)) say('550 5.1.1 No such user here')
          else {
            mail.to.push(line.slice(8))
            say('250 ok')
          }
        } else if (/^DATA/i.test(line)) {
          isData = true
          say('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else say('250 ok')
      }
    })
  })
  const { port, close } = await listen(server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    said,
    refuseWith: (reply) => {
      refusal = reply
    },
    refuseTo: (address) => {
      nobodyAt = address
    },
    misbehave: (how) => {
      fault = how
    },
    close,
  }
}
