import { createSign, generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  contactMessages,
  deadAddresses,
  letterReaders,
  newsletterSubscribers,
  outbox,
} from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { addReaders, letterShop, sendOut, theDraft } from '../../test/letters.ts'
import { mailsIn } from '../../test/mails-in.ts'
import { receiveMails } from '../inbox/receive-mails.ts'
import { draftLetter } from '../letters/draft-letter.ts'
import type { Mail } from '../shop/mailer.ts'
import { type BounceNews, readSes } from './ses-news.ts'

const postmarkAuth = 'postmark:correct-horse-battery'
let test: TestShop
let owner: SignedIn
let id = ''
let sent: Mail[] = []

beforeAll(async () => {
  const topic = 'arn:aws:sns:us-east-1:123456789012:bounces'
  test = await createTestShop({
    env: { ...letterShop, POSTMARK_WEBHOOK_AUTH: postmarkAuth, SES_TOPIC_ARN: topic },
  })
  owner = await signIn(test)
  await addReaders(test, 8)
  await draftLetter(test.shop)
  const letter = await theDraft(owner)
  id = letter.id
  await owner.post(`/api/admin/letters/${id}/send`, { version: letter.version, at: null })
  expect(await sendOut(test, id)).toBe('sent')
  sent = [...test.mails]
})
afterAll(() => test.close())

const email = (number: number) => `reader0000${number}@example.com`
const mailTo = (number: number) => sent.find((mail) => mail.to === email(number))!
const reader = async (number: number) =>
  (
    await test.shop.db
      .select()
      .from(letterReaders)
      .where(eq(letterReaders.email, email(number)))
  )[0]
const dead = async (number: number) =>
  (
    await test.shop.db
      .select()
      .from(deadAddresses)
      .where(eq(deadAddresses.email, email(number)))
  )[0]
const subscriber = async (number: number) =>
  (
    await test.shop.db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, email(number)))
  )[0]

type Report = { to: string; status: string; action?: string; diagnostic?: string; returned?: string }

/** A report as Postfix writes it (RFC 3464). */
function report({ to, status, action = 'failed', diagnostic = '', returned = '' }: Report): string {
  return [
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    `Message-ID: <${crypto.randomUUID()}@mx.example.net>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I’m sorry to have to inform you that your message could not be delivered.'.replace('’', "'"),
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    'Arrival-Date: Sat, 21 Nov 2026 15:00:00 +0000 (UTC)',
    '',
    'Final-Recipient: rfc822; somebody@else.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    returned,
    '--b--',
    '',
  ].join('\n')
}

const box = mailsIn(() => test.clock.now())
async function comesIn(...mails: string[]) {
  for (const mail of mails) box.add(mail)
  await receiveMails(test.shop, box.source)
}

describe('a letter that comes back to the mailbox', () => {
  it('at its own address, says there’s no such mailbox: nothing is sent there again, and the desk shows it', async () => {
    const bounce = report({
      ...{ to: mailTo(1).returnPath!, status: '5.1.1', diagnostic: '550 5.1.1 <x>: Recipient unknown' },
    })
    await comesIn(bounce, bounce)
    expect(await reader(1)).toMatchObject({ state: 'bounced', problem: '550 5.1.1 <x>: Recipient unknown' })
    expect(await dead(1)).toMatchObject({ kind: 'bounce', source: 'mailbox' })
    expect((await subscriber(1))?.status).toBe('bounced')
    expect(await test.shop.db.$count(contactMessages), 'the inbox stays for people').toBe(0)
    const { body } = await owner.get(`/api/admin/people?search=${email(1)}`)
    const person = body.people[0].id
    expect((await owner.get(`/api/admin/people/${person}`)).body.unreachable).toMatchObject({
      kind: 'bounce',
    })
    // Signing up again with the dead address sends nothing there; what must be told is tried.
    await test.post('/api/newsletter/subscribe', { email: email(1), source: 'footer' })
    const due = { payload: { email: email(1) }, runAt: test.clock.now() }
    await test.shop.db.insert(outbox).values({ kind: 'magic-link', subjectId: 'x', ...due })
    test.mails.length = 0
    test.clock.advance(1_000)
    await test.work()
    expect(test.mails.map(({ kind }) => kind)).toEqual(['magic-link'])
  })

  it('at the shop’s address, known by the Message-ID of what came back', async () => {
    const { id: mailId } = (
      await test.shop.db
        .select()
        .from(outbox)
        .where(eq(outbox.recipient, email(2)))
    )[0]!
    const returned = `Message-ID: <${mailId}@example.com>\nSubject: A letter`
    await comesIn(
      report({ to: 'support@example.com', status: '5.0.0', diagnostic: '550 no such user', returned }),
    )
    expect((await reader(2))?.state).toBe('bounced')
    expect((await dead(2))?.words).toBe('550 no such user')
  })

  it('for a full mailbox counts, and the address lives; a delay counts for nothing', async () => {
    const [three, four] = await Promise.all(
      [3, 4].map(async (number) => {
        const rows = await test.shop.db
          .select()
          .from(outbox)
          .where(eq(outbox.recipient, email(number)))
        return `Message-ID: <${rows[0]!.id}@example.com>`
      }),
    )
    const to = 'support@example.com'
    await comesIn(
      report({ to, status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full', returned: three! }),
      report({ to, status: '4.4.1', action: 'delayed', diagnostic: 'timed out', returned: four! }),
    )
    expect((await reader(3))?.state).toBe('bounced')
    expect(await dead(3)).toBeUndefined()
    expect((await reader(4))?.state).toBe('sent')
  })

  it('made up by somebody who doesn’t know the mail changes nothing', async () => {
    const forged = `support+${'0'.repeat(48)}@example.com`
    await comesIn(report({ to: forged, status: '5.1.1', diagnostic: email(5) }))
    await comesIn(
      report({
        ...{ to: 'support@example.com', status: '5.1.1' },
        returned: `Message-ID: <${crypto.randomUUID()}@example.com>`,
      }),
    )
    expect((await reader(5))?.state).toBe('sent')
    expect(await dead(5)).toBeUndefined()
  })
})

describe('what a mail service tells', () => {
  const basic = (auth: string) => ({ authorization: `Basic ${Buffer.from(auth).toString('base64')}` })
  const postmark = (body: object, auth = postmarkAuth) => test.post('/webhooks/postmark', body, basic(auth))
  const hard = (to: string) => ({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    Email: to,
    Details: 'smtp;550 5.1.1',
  })

  it('Postmark, by its password alone, of addresses that we wrote to', async () => {
    expect((await postmark(hard(email(5)), 'postmark:guessed-password')).status).toBe(400)
    expect(await dead(5)).toBeUndefined()
    expect((await postmark(hard(email(5)))).status).toBe(200)
    expect((await postmark(hard(email(5)))).status, 'told again').toBe(200)
    expect(await dead(5)).toMatchObject({ kind: 'bounce', source: 'postmark' })
    await postmark(hard('stranger@example.com'))
    expect(await test.shop.db.$count(deadAddresses, eq(deadAddresses.email, 'stranger@example.com'))).toBe(0)
    await postmark({ RecordType: 'SpamComplaint', Email: email(6) })
    expect(await dead(6)).toMatchObject({ kind: 'complaint' })
    expect((await subscriber(6))?.status).toBe('unsubscribed')
    expect((await reader(6))?.state).toBe('complained')
    expect((await postmark({ RecordType: 'Open', Email: email(7) })).status).toBe(200)
  })

  it('Amazon, signed for our topic; anybody else’s signature, topic and certificate are refused', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
    const asked: string[] = []
    const sns = {
      async certificate(name: string) {
        asked.push(name)
        return pem
      },
      async confirm(token: string) {
        asked.push(token)
      },
    }
    const topic = test.shop.config.bulkMail.sesTopicArn!
    const cert = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0.pem'
    const signed = (fields: Record<string, string>, version = '2') => {
      const message: Record<string, string> = {
        ...{ Type: 'Notification', MessageId: '1', TopicArn: topic, Timestamp: '2026-11-21T15:00:00Z' },
        ...fields,
      }
      const text = Object.keys(message)
        .sort()
        .map((key) => `${key}\n${message[key]}\n`)
        .join('')
      const Signature = createSign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
        .update(text)
        .sign(privateKey, 'base64')
      return { ...message, SignatureVersion: version, Signature, SigningCertURL: cert }
    }
    const bounced = JSON.stringify({
      notificationType: 'Bounce',
      mail: { source: mailTo(7).returnPath },
      bounce: {
        bounceType: 'Permanent',
        bouncedRecipients: [
          { emailAddress: email(7), status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' },
        ],
      },
    })
    const read = (message: object): Promise<BounceNews[]> => readSes(JSON.stringify(message), topic, sns)
    for (const version of ['1', '2'])
      expect(await read(signed({ Message: bounced }, version))).toEqual([
        {
          ...{ address: email(7), kind: 'hard', words: 'smtp; 550 5.1.1 unknown', source: 'ses' },
          returnPath: mailTo(7).returnPath,
        },
      ])
    await expect(read({ ...signed({ Message: bounced }), Message: '{}' })).rejects.toThrow('did not sign')
    await expect(read(signed({ Message: bounced, TopicArn: `${topic}2` }))).rejects.toThrow('another topic')
    for (const elsewhere of [
      'https://sns.us-east-1.amazonaws.com.evil.example/x.pem',
      'http://sns.us-east-1.amazonaws.com/x.pem',
      'https://sns.eu-west-1.amazonaws.com/x.pem',
      'https://evil.example/sns.us-east-1.amazonaws.com/x.pem',
      'https://sns.us-east-1.amazonaws.com/other/x.pem',
    ])
      await expect(read({ ...signed({ Message: bounced }), SigningCertURL: elsewhere })).rejects.toThrow()
    expect(new Set(asked), 'nobody has us ask elsewhere').toEqual(
      new Set(['SimpleNotificationService-0.pem']),
    )
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      Message: 'm',
      Token: 't',
      SubscribeURL: 'https://10.0.0.1/',
    }
    expect(await read(signed(confirmation))).toEqual([])
    expect(asked.at(-1), 'by its token, and not at the address that it names').toBe('t')
    test.shop.sns = sns
    // Not signed by Amazon, over HTTP.
    expect((await test.post('/webhooks/ses', { Type: 'Notification' })).status).toBe(400)
  })
})

it('an address works again by the desk’s word, for whoever did not leave the list', async () => {
  const person = (await owner.get(`/api/admin/people?search=${email(2)}`)).body.people[0].id
  expect((await owner.post(`/api/admin/people/${person}/reachable`)).status).toBe(200)
  expect(await dead(2)).toBeUndefined()
  expect((await subscriber(2))?.status).toBe('active')
  const complainer = (await owner.get(`/api/admin/people?search=${email(6)}`)).body.people[0].id
  await owner.post(`/api/admin/people/${complainer}/reachable`)
  expect((await subscriber(6))?.status).toBe('unsubscribed')
})
