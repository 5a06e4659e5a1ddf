import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSmtpServer, type TestSmtpServer } from '../../test/smtp-server.ts'
import type { Mail, Mailer } from '../shop/mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

let server: TestSmtpServer
let mailer: Mailer

beforeAll(async () => {
  server = await startSmtpServer()
  mailer = smtpMailer(server.url, 'Belt Club <support@belts.example>', { withoutTls: true })
})
beforeEach(() => {
  server.received.length = 0
  server.said.length = 0
  server.refuseWith(null)
})
afterAll(async () => {
  mailer.close()
  await server.close()
})

const mail: Mail = {
  id: '5d3c8a52-0000-4000-8000-000000000001',
  kind: 'order-confirmation',
  createdAt: new Date('2026-11-21T15:00:00Z'),
  to: 'maya@example.com',
  subject: 'Your order BC-7K3F-9QMT',
  html: '<p>Thank you.</p>',
  text: 'Thank you.',
}

describe('an email sent over SMTP', () => {
  it('goes from the shop to the buyer, in HTML and text', async () => {
    await mailer.send(mail)
    expect(server.received).toHaveLength(1)
    const { from, to, data } = server.received[0]!
    expect([from, to]).toEqual(['<support@belts.example>', ['<maya@example.com>']])
    expect(data).toMatch(/^From: Belt Club <support@belts\.example>/m)
    expect(data).toContain('Subject: Your order BC-7K3F-9QMT')
    expect(data).toMatch(/text\/plain[\s\S]*Thank you\.[\s\S]*text\/html[\s\S]*<p>Thank you\.<\/p>/)
  })

  it('has its own headers, such as one-click unsubscribe', async () => {
    const token = 'a'.repeat(43)
    const unsubscribe = `<https://belts.example/newsletter/unsubscribe/${token}>`
    await mailer.send({
      ...mail,
      headers: { 'List-Unsubscribe': unsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    })
    const lines = server.received[0]!.data.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(lines).toContain(`List-Unsubscribe: ${unsubscribe}\r\n`)
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })

  it('bounces to its own address, and fails for good when nobody is there', async () => {
    await mailer.send({ ...mail, returnPath: 'support+1@belts.example' })
    expect(server.received[0]!.from).toBe('<support+1@belts.example>')
    expect(server.received[0]!.data).toMatch(/^From: Belt Club <support@belts\.example>/m)
    server.refuseTo(/nobody@/)
    await expect(mailer.send({ ...mail, to: 'nobody@example.com' })).rejects.toMatchObject({
      ...{ name: 'MailRefused', status: '5.1.1', words: '550 5.1.1 No such user here' },
    })
    // A refusal of the sender says nothing about the address.
    server.refuseWith('550 5.7.1 You may not send')
    await expect(mailer.send(mail)).rejects.not.toMatchObject({ name: 'MailRefused' })
  })

  it('sent again keeps its Message-ID', async () => {
    await mailer.send(mail)
    await mailer.send(mail)
    const ids = server.received.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1]?.trim())
    expect(ids).toEqual([`<${mail.id}@belts.example>`, `<${mail.id}@belts.example>`])
  })

  it.each([
    'maya@example.com, everybody@example.com',
    'maya@example.com; everybody@example.com',
    'Maya <maya@example.com>, <everybody@example.com>',
    'maya@example.com\r\nBcc: everybody@example.com',
    'maya@example.com>\r\nRCPT TO:<everybody@example.com',
  ])('never goes to two people, even when the address is %j', async (to) => {
    await mailer.send({ ...mail, to }).catch(() => {})
    expect(server.received.flatMap((each) => each.to).length).toBeLessThanOrEqual(1)
    for (const { data } of server.received) expect(data).not.toMatch(/^Bcc:/im)
  })

  it('is never answered to two people, whatever address its writer typed', async () => {
    await mailer.send({ ...mail, replyTo: 'maya@example.com, everybody@example.com' })
    const [, answered] = /^Reply-To: (.*(?:\r\n[ \t].*)*)/m.exec(server.received[0]!.data) ?? []
    expect(answered).not.toMatch(/,\s*<?everybody@example\.com/)
    await mailer.send({ ...mail, replyTo: 'maya@example.com' })
    expect(server.received[1]!.data).toMatch(/^Reply-To: <?maya@example\.com>?\r$/m)
  })

  it('never gains headers from its subject', async () => {
    await mailer.send({ ...mail, subject: 'Order\r\nBcc: everybody@example.com' })
    expect(server.received[0]?.to).toHaveLength(1)
    expect(server.received[0]?.data).not.toMatch(/^Bcc:/im)
  })

  it('needs TLS, also for the password, unless a setting allows otherwise', async () => {
    const careful = smtpMailer(server.url.replace('//', '//shop:s3cret@'), 'support@belts.example')
    await expect(careful.send(mail)).rejects.toThrow(/offers no TLS.*SMTP_WITHOUT_TLS=1/)
    careful.close()
    expect(server.received).toEqual([])
    expect(server.said.join('\n')).not.toMatch(/AUTH|MAIL FROM/i)
  })

  it('refused by the server fails with the server’s words', async () => {
    server.refuseWith('451 4.7.1 Greylisted, come back later')
    await expect(mailer.send(mail)).rejects.toThrow('Greylisted, come back later')
    server.refuseWith(null)
    await mailer.send(mail)
    expect(server.received).toHaveLength(1)
  })

  it('to a silent server times out, and the next one arrives', async () => {
    const patient = smtpMailer(server.url, 'support@belts.example', { patience: 1_500, withoutTls: true })
    server.misbehave('silent')
    await expect(patient.send(mail)).rejects.toThrow(/timeout/i)
    server.misbehave(null)
    await patient.send(mail)
    expect(server.received).toHaveLength(1)
    patient.close()
  })

  it('accepted by a server that hung up is resent under the same Message-ID', async () => {
    server.misbehave('cut')
    await expect(mailer.send(mail)).rejects.toThrow()
    server.misbehave(null)
    await mailer.send(mail)
    const ids = server.received.map(({ data }) => /^Message-ID: (.*)$/im.exec(data)?.[1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('to a server that is down is an error', async () => {
    const away = await startSmtpServer()
    await away.close()
    const lonely = smtpMailer(away.url, 'support@belts.example', { withoutTls: true })
    await expect(lonely.send(mail)).rejects.toThrow('ECONNREFUSED')
    lonely.close()
  })
})
