import { afterEach, beforeEach, expect, it } from 'vitest'
import { startImapServer, type TestImapServer } from '../../test/imap-server.ts'
import { letter } from '../../test/mails-in.ts'
import type { FolderPlace, RawMail } from '../shop/mailer.ts'
import { imapSource } from './imap-source.ts'

const now = () => new Date()
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)

let server: TestImapServer
beforeEach(async () => {
  server = await startImapServer()
})
afterEach(() => server.close())

/** What one look finds, and how far it got. */
async function look(since: FolderPlace | null, url = server.url) {
  const mails: (RawMail & { text: string })[] = []
  const source = imapSource(url, now, { withoutTls: true, patience: 400 })
  const failure = await source
    .read(since, async (mail) => {
      const pieces = [await mail.read(0, 100), await mail.read(100, 10_000)]
      expect(pieces[0]!.length).toBeLessThanOrEqual(100)
      mails.push({ ...mail, text: Buffer.concat(pieces).toString() })
    })
    .then(
      () => null,
      (error: Error) => error.message,
    )
  return {
    subjects: mails.map(({ text }) => /Subject: (.*)\r/.exec(text)?.[1]),
    mails,
    failure,
  }
}

it('reads last week’s emails first, then new ones, and changes nothing in the mailbox', async () => {
  server.add(letter({ subject: 'last year' }), { receivedAt: daysAgo(300) })
  server.add(letter({ subject: 'yesterday' }), { receivedAt: daysAgo(1) })
  const first = await look(null)
  expect(first).toMatchObject({ subjects: ['yesterday'], failure: null })
  expect(first.mails[0]!.after).toEqual({ validity: '1', uid: 2 })
  expect(await look({ validity: '1', uid: 2 })).toMatchObject({ subjects: [], failure: null })
  server.add(letter({ subject: 'today' }))
  expect((await look({ validity: '1', uid: 2 })).subjects).toEqual(['today'])
  expect(server.said.join('\n')).toContain('EXAMINE')
  expect(server.said.join('\n')).not.toMatch(/STORE|COPY|MOVE|EXPUNGE|BODY\[\]/)
})

it('reads the last week again when the mailbox is renumbered', async () => {
  server.add(letter({ subject: 'one' }))
  server.renumber()
  const { mails, subjects } = await look({ validity: '1', uid: 900 })
  expect(subjects).toEqual(['one'])
  expect(mails[0]!.after).toEqual({ validity: '2', uid: 101 })
})

it('says how large an email is before anything of it is read', async () => {
  server.add(letter({ subject: 'huge' }), { size: 90_000_000 })
  expect((await look(null)).mails[0]).toMatchObject({ size: 90_000_000 })
})

it('reports what went wrong, and keeps what it had read', async () => {
  server.add(letter({ subject: 'one' }))
  const wrong = await look(null, server.url.replace('sesame', 'guess'))
  expect(wrong.failure).toContain('Invalid credentials')
  expect(wrong.failure).not.toContain('guess')
  server.misbehave('silent')
  expect((await look(null)).failure).toContain('couldn’t be read'.replace('’', "'"))
  server.misbehave('cut')
  expect(await look(null)).toMatchObject({
    subjects: [],
    failure: expect.stringContaining("couldn't be read"),
  })
  server.misbehave(null)
  expect((await look(null)).subjects).toEqual(['one'])
  await server.close()
  expect((await look(null)).failure).toContain("couldn't be read")
})

it('sends no password without TLS unless told to', async () => {
  const source = imapSource(server.url, now, { patience: 400 })
  await expect(source.read(null, async () => {})).rejects.toThrow("couldn't be read")
  expect(server.said).not.toContain('LOGIN')
})
