import type { FolderPlace, MailSource, RawMail } from '../server/shop/mailer.ts'

/** A mail folder that a test fills. */
export function mailsIn(now: () => Date) {
  const mails: Omit<RawMail, 'place' | 'after'>[] = []
  let validity = '1'
  let taken = 0
  let mostAtOnce = 0
  let hangsUpAt: number | null = null
  const source: MailSource = {
    folder: 'test',
    lookEvery: 1_000,
    async read(since, take) {
      const first = since?.validity === validity ? since.uid : 0
      for (const [index, mail] of mails.entries()) {
        const after: FolderPlace = { validity, uid: index + 1 }
        if (after.uid <= first) continue
        taken++
        await take({ ...mail, place: `test/${validity}/${after.uid}`, after })
      }
    },
  }
  return {
    source,
    /** how often an email was read */
    taken: () => taken,
    /** the most bytes of an email that were asked for at once */
    mostAtOnce: () => mostAtOnce,
    /** no byte after this one can be had; null: all can */
    hangUpAfter: (at: number | null) => {
      hangsUpAt = at
    },
    /** all numbers are new: the server was restored from a backup */
    renumber: () => {
      validity = String(Number(validity) + 1)
    },
    /** adds an email, with lines separated by `\n`; `size` can claim more bytes than it has */
    add(lines: string | Uint8Array, size?: number) {
      const raw = typeof lines === 'string' ? Buffer.from(lines.replaceAll('\n', '\r\n')) : lines
      const read = async (from: number, most: number) => {
        if (hangsUpAt !== null && from > hangsUpAt) throw new Error('The mailbox hung up.')
        // As a file handle would.
        if (!Number.isInteger(from + most)) throw new RangeError(`no piece of ${most} bytes`)
        mostAtOnce = Math.max(mostAtOnce, most)
        return raw.subarray(from, from + most)
      }
      mails.push({ size: size ?? raw.length, read, receivedAt: now() })
    },
  }
}

type Letter = { from?: string; subject?: string; text?: string; id?: string; headers?: string[] }

/** A plain email as Maya's mail program would write it. */
export function letter({ from, subject, text, id, headers = [] }: Letter = {}): string {
  return [
    `From: ${from ?? 'Maya Torres <maya@example.com>'}`,
    'To: Belt Club <support@example.com>',
    `Subject: ${subject ?? 'Where is my belt?'}`,
    `Message-ID: <${id ?? crypto.randomUUID()}@mail.example.com>`,
    ...(headers.some((line) => /^content-type/i.test(line))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    ...headers,
    '',
    text ?? 'It has been two weeks. Where is it?',
  ].join('\n')
}
