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
import { isSuppressed } from './record-bounce.ts'

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

describe('a bounce to the mailbox', () => {
  it('at its own address about a missing mailbox stops emails there, and shows in the admin', async () => {
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
    // Required emails are still tried.
    const due = { payload: { email: email(1) }, runAt: test.clock.now() }
    await test.shop.db.insert(outbox).values({ kind: 'magic-link', subjectId: 'x', ...due })
    test.mails.length = 0
    test.clock.advance(1_000)
    await test.work()
    expect(test.mails.map(({ kind }) => kind)).toEqual(['magic-link'])
    const isKept = (kind: string) => isSuppressed(test.shop, kind, email(1))
    for (const kind of ['letter', 'review-wanted', 'gift-reminder-10', 'gift-progress', 'size-reminder-2'])
      expect([kind, await isKept(kind)]).toEqual([kind, true])
    for (const kind of ['order-confirmation', 'price-change', 'renewal-notice-7', 'gift-notice'])
      expect([kind, await isKept(kind)]).toEqual([kind, false])
  })

  it('at the shop’s address is matched by Message-ID', async () => {
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

  it('for a full mailbox counts but keeps the address, and a delay doesn’t count', async () => {
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
    // Days later our own mail server gives up: the other one never answered.
    await comesIn(report({ to, status: '4.4.1', diagnostic: 'connection timed out', returned: four! }))
    expect(await reader(4)).toMatchObject({ state: 'bounced', problem: 'connection timed out' })
    expect(await dead(4)).toBeUndefined()
  })

  it('forged without knowing the email changes nothing', async () => {
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

  it('in free text at the shop’s address changes nothing, though it returns the email', async () => {
    const rows = await test.shop.db
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, email(5)))
    const returned = `Message-ID: <${rows[0]!.id}@example.com>`
    const whole = report({ to: 'support@example.com', status: '5.1.1', returned })
    const words = whole
      .replace('multipart/report; report-type=delivery-status', 'multipart/mixed')
      .replace('could not be delivered.', 'could not be delivered: 550 5.1.1 no such user')
      .replace(/Content-Type: message\/delivery-status[\s\S]*?--b\n/, 'Content-Type: text/plain\n\n--b\n')
    await comesIn(words)
    expect((await reader(5))?.state).toBe('sent')
    expect(await dead(5)).toBeUndefined()
  })
})

it('a complaint to the mailbox ends the letters', async () => {
  const [mail] = await test.shop.db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, email(3)))
  const returned = `Message-ID: <${mail!.id}@example.com>\nSubject: A letter\n\nHello`
  const complaint = report({ to: 'support@example.com', status: '', returned })
    .replace(/^From: .*/, 'From: feedback@mx.example.net')
    .replace('report-type=delivery-status', 'report-type=feedback-report')
    .replace('message/delivery-status\n', 'message/feedback-report\n\nFeedback-Type: abuse')
    .replace('text/rfc822-headers', 'message/rfc822')
  await comesIn(complaint)
  expect(await dead(3)).toMatchObject({ kind: 'complaint', source: 'mailbox' })
  expect((await subscriber(3))?.status).toBe('unsubscribed')
})

describe('a bounce report', () => {
  const basic = (auth: string) => ({ authorization: `Basic ${Buffer.from(auth).toString('base64')}` })
  const postmark = (body: object, auth = postmarkAuth) => test.post('/webhooks/postmark', body, basic(auth))
  const hard = (to: string) => ({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    Email: to,
    Details: 'smtp;550 5.1.1',
  })

  it('from Postmark needs the password, and concerns only addresses we wrote to', async () => {
    expect((await postmark(hard(email(5)), 'postmark:guessed-password')).status).toBe(400)
    expect(await dead(5)).toBeUndefined()
    expect((await postmark(hard(email(5).toUpperCase()))).status).toBe(200)
    expect((await postmark(hard(email(5).toUpperCase()))).status, 'told again').toBe(200)
    expect(await dead(5)).toMatchObject({ kind: 'bounce', source: 'postmark' })
    await postmark({ ...hard(email(6)), Type: 'SoftBounce' })
    expect(await dead(6), 'a full mailbox is no dead address').toBeUndefined()
    await postmark(hard('stranger@example.com'))
    expect(await test.shop.db.$count(deadAddresses, eq(deadAddresses.email, 'stranger@example.com'))).toBe(0)
    await postmark({ RecordType: 'SpamComplaint', Email: email(6) })
    expect(await dead(6)).toMatchObject({ kind: 'complaint' })
    // Signing up once more, they’re asked to confirm again.
    expect(await subscriber(6)).toMatchObject({ status: 'unsubscribed', confirmedAt: null })
    // A waiting email hasn’t been sent: a bounce for it is forged.
    const waiting = { kind: 'magic-link', subjectId: 'y', recipient: 'waiting@example.com' }
    await test.shop.db.insert(outbox).values({ ...waiting, runAt: new Date('2099-01-01') })
    await postmark(hard('waiting@example.com'))
    expect(await test.shop.db.$count(deadAddresses, eq(deadAddresses.email, 'waiting@example.com'))).toBe(0)
    expect((await reader(6))?.state).toBe('complained')
    expect((await postmark({ RecordType: 'Open', Email: email(7) })).status).toBe(200)
  })

  describe('an Amazon bounce report over HTTP', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const asked: string[] = []
    const topic = () => test.shop.config.bulkMail.sesTopicArn!
    /** A message as SNS signs it (docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html). */
    const signed = (fields: Record<string, string>, version = '2') => {
      const message: Record<string, string> = {
        ...{ Type: 'Notification', MessageId: '1', TopicArn: topic(), Timestamp: '2026-11-21T15:00:00Z' },
        ...fields,
      }
      const text = Object.keys(message)
        .sort()
        .map((key) => `${key}\n${message[key]}\n`)
        .join('')
      const Signature = createSign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
        .update(text)
        .sign(privateKey, 'base64')
      const SigningCertURL = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0.pem'
      return { ...message, SignatureVersion: version, Signature, SigningCertURL }
    }
    const bounce = (number: number, bounceType: string, code: string, diagnosticCode: string) => ({
      Message: JSON.stringify({
        notificationType: 'Bounce',
        mail: { source: mailTo(number).returnPath },
        bounce: {
          bounceType,
          bouncedRecipients: [{ emailAddress: email(number), status: code, diagnosticCode }],
        },
      }),
    })
    const hardBounce = (number: number) => bounce(number, 'Permanent', '5.1.1', 'smtp; 550 5.1.1 unknown')
    /** as SNS posts it */
    const tell = async (message: object) =>
      (await test.post('/webhooks/ses', message, { 'content-type': 'text/plain; charset=UTF-8' })).status
    beforeAll(() => {
      test.shop.sns = {
        async certificate(name: string) {
          asked.push(name)
          return publicKey.export({ type: 'spki', format: 'pem' }) as string
        },
        async confirm(token: string) {
          asked.push(token)
        },
      }
    })

    it('is trusted only by its signature: another topic, certificate or text changes nothing', async () => {
      const honest = signed(hardBounce(7))
      expect(await tell({ Type: 'Notification' })).toBe(400)
      expect(await tell({ ...honest, Message: bounce(7, 'Permanent', '5.1.1', 'forged').Message })).toBe(400)
      expect(await tell(signed({ ...hardBounce(7), TopicArn: `${topic()}2` }))).toBe(400)
      for (const elsewhere of [
        'https://sns.us-east-1.amazonaws.com.evil.example/x.pem',
        'http://sns.us-east-1.amazonaws.com/x.pem',
        'https://sns.eu-west-1.amazonaws.com/x.pem',
        'https://evil.example/sns.us-east-1.amazonaws.com/x.pem',
        'https://sns.us-east-1.amazonaws.com/other/x.pem',
      ])
        expect(await tell({ ...honest, SigningCertURL: elsewhere }), elsewhere).toBe(400)
      expect(new Set(asked), 'nobody has us ask elsewhere').toEqual(
        new Set(['SimpleNotificationService-0.pem']),
      )
      expect(await dead(7)).toBeUndefined()
      expect((await reader(7))?.state).toBe('sent')
    })

    it.each(['1', '2'])(
      'of a hard bounce under signature version %s counts once when repeated',
      async (version) => {
        expect(await tell(signed(hardBounce(7), version))).toBe(200)
        expect(await tell(signed(hardBounce(7), version))).toBe(200)
        expect(await dead(7)).toMatchObject({
          kind: 'bounce',
          source: 'ses',
          words: 'smtp; 550 5.1.1 unknown',
        })
        expect(await reader(7)).toMatchObject({ state: 'bounced' })
        expect((await subscriber(7))?.status).toBe('bounced')
        const { body } = await owner.get(`/api/admin/people?search=${email(7)}`)
        const { unreachable } = (await owner.get(`/api/admin/people/${body.people[0].id}`)).body
        expect(unreachable).toMatchObject({ kind: 'bounce' })
      },
    )

    it('of a soft bounce counts but keeps the address, and a complaint ends it', async () => {
      expect(await tell(signed(bounce(4, 'Transient', '4.4.7', 'smtp; 450 later')))).toBe(200)
      expect((await reader(4))?.state).toBe('bounced')
      expect(await dead(4)).toBeUndefined()
      expect((await subscriber(4))?.status).toBe('active')
      const complaint = {
        eventType: 'Complaint',
        mail: { source: mailTo(4).returnPath },
        complaint: { complainedRecipients: [{ emailAddress: email(4) }], complaintFeedbackType: 'abuse' },
      }
      // A reader who found our letter among the spam and took it out has not complained.
      const isNone = {
        ...complaint,
        complaint: { ...complaint.complaint, complaintFeedbackType: 'not-spam' },
      }
      expect(await tell(signed({ Message: JSON.stringify(isNone) }))).toBe(200)
      expect(await dead(4)).toBeUndefined()
      expect(await tell(signed({ Message: JSON.stringify(complaint) }))).toBe(200)
      expect(await dead(4)).toMatchObject({ kind: 'complaint', source: 'ses' })
      expect((await subscriber(4))?.status).toBe('unsubscribed')
    })

    it('keeps someone who left off the list, wherever their last letter went', async () => {
      await test.shop.db
        .update(newsletterSubscribers)
        .set({ status: 'unsubscribed' })
        .where(eq(newsletterSubscribers.email, email(8)))
      expect(await tell(signed(hardBounce(8)))).toBe(200)
      expect(await dead(8)).toMatchObject({ kind: 'bounce' })
      expect((await subscriber(8))?.status).toBe('unsubscribed')
    })

    it('subscription is confirmed by its token, not at the address it names', async () => {
      const confirmation = {
        Type: 'SubscriptionConfirmation',
        Message: 'm',
        Token: 't',
        SubscribeURL: 'https://10.0.0.1/',
      }
      expect(await tell({ ...signed(confirmation), Token: 'u' })).toBe(400)
      expect(await tell(signed(confirmation))).toBe(200)
      expect(asked.at(-1)).toBe('t')
    })
  })
})

it('can be cleared by the admin, unless the reader left the list', async () => {
  const person = (await owner.get(`/api/admin/people?search=${email(2)}`)).body.people[0].id
  expect((await owner.post(`/api/admin/people/${person}/reachable`)).status).toBe(200)
  expect(await dead(2)).toBeUndefined()
  expect((await subscriber(2))?.status).toBe('active')
  const complainer = (await owner.get(`/api/admin/people?search=${email(6)}`)).body.people[0].id
  await owner.post(`/api/admin/people/${complainer}/reachable`)
  expect((await subscriber(6))?.status).toBe('unsubscribed')
})
