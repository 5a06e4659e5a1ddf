import { createHash, createVerify, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { ShopError } from '../../domain/errors.ts'
import { bounceKind } from '../../domain/letter.ts'
import type { AmazonSns } from '../shop/shop.ts'
import type { Bounce } from './record-bounce.ts'

/** What a mail service reports about an email. */
export type BounceEvent = Omit<Bounce, 'mailId'> & {
  /** the email's bounce address; null if the service doesn't say */
  returnPath: string | null
}

const envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().nullish(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
})
type Envelope = z.output<typeof envelope>

const recipient = z.object({
  emailAddress: z.string(),
  status: z.string().optional(),
  diagnosticCode: z.string().optional(),
})
/** Both formats: notifications, and events of a configuration set. */
const news = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ source: z.string().optional() }).optional(),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: z.array(recipient) }).optional(),
  complaint: z
    .object({
      complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
      complaintFeedbackType: z.string().nullish(),
    })
    .optional(),
})

/**
 * Reads reports of Amazon SES, sent through SNS. They must be signed by Amazon and come from our own topic, since anyone can
 * create one. Also confirms a subscription when asked to.
 * @throws ShopError 'invalid_signature', 'invalid_body'
 */
export async function readSes(rawBody: string, topicArn: string, sns: AmazonSns): Promise<BounceEvent[]> {
  const sent = envelope.safeParse(parsed(rawBody))
  if (!sent.success) throw new ShopError('invalid_body', 'This is no notification of Amazon SNS.')
  const message = sent.data
  if (message.TopicArn !== topicArn)
    throw new ShopError('invalid_signature', 'This notification is of another topic than SES_TOPIC_ARN.')
  const certificate = await certificateOf(message, sns)
  if (!isSigned(message, certificate))
    throw new ShopError('invalid_signature', 'Amazon did not sign this notification.')
  if (message.Type === 'SubscriptionConfirmation') {
    // Confirmed by token in our own region; the URL in the message isn't requested.
    await sns.confirm(message.Token ?? '')
    return []
  }
  return message.Type === 'Notification' ? newsOf(message.Message) : []
}

function newsOf(text: string): BounceEvent[] {
  const told = news.safeParse(parsed(text))
  // Deliveries and Amazon's own test message aren't bounces.
  if (!told.success) return []
  const { bounce, complaint, mail } = told.data
  const common = { source: 'ses' as const, returnPath: mail?.source ?? null }
  if (bounce) {
    return bounce.bouncedRecipients.map(({ emailAddress, status: code, diagnosticCode }) => {
      const words = diagnosticCode ?? `${bounce.bounceType} ${code ?? ''}`.trim()
      const kind = bounce.bounceType !== 'Permanent' ? 'soft' : code ? bounceKind(code, words) : 'hard'
      return { ...common, address: emailAddress, kind, words }
    })
  }
  if (!complaint || complaint.complaintFeedbackType === 'not-spam') return []
  return complaint.complainedRecipients.map(({ emailAddress }) => ({
    ...{ ...common, address: emailAddress, kind: 'complaint' as const },
    words: 'Its reader called the email spam.',
  }))
}

const kept = new Map<string, string>()

/** The signing certificate, fetched by file name from our own region; the URL in the message isn't requested. */
async function certificateOf({ SigningCertURL, TopicArn }: Envelope, sns: AmazonSns): Promise<string> {
  const { hostname, pathname, protocol } = URL.canParse(SigningCertURL)
    ? new URL(SigningCertURL)
    : new URL('about:blank')
  const region = TopicArn.split(':')[3]
  const name = /^\/(SimpleNotificationService-[0-9a-f]{1,64}\.pem)$/.exec(pathname)?.[1]
  const isAmazons = [`sns.${region}.amazonaws.com`, `sns.${region}.amazonaws.com.cn`].includes(hostname)
  if (!name || !isAmazons || protocol !== 'https:')
    throw new ShopError('invalid_signature', 'The certificate of this notification isn’t Amazon’s.')
  const known = kept.get(name)
  if (known) return known
  const certificate = await sns.certificate(name)
  if (kept.size >= 10) kept.clear()
  kept.set(name, certificate)
  return certificate
}

/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html */
function isSigned(message: Envelope, certificate: string): boolean {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const)
  const signed = names.flatMap((name) => {
    const value = message[name]
    return value === undefined || value === null ? [] : [`${name}\n${value}\n`]
  })
  try {
    return createVerify(message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
      .update(signed.join(''), 'utf8')
      .verify(certificate, message.Signature, 'base64')
  } catch {
    return false
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const event = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  Email: z.string().optional(),
  Description: z.string().optional(),
  Details: z.string().optional(),
})

/**
 * Postmark's bounce types (postmarkapp.com/developer/api/bounce-api#bounce-types); types not listed say nothing about the
 * address.
 */
const kinds: Record<string, BounceEvent['kind']> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  ManuallyDeactivated: 'hard',
  SpamComplaint: 'complaint',
  SoftBounce: 'soft',
  Transient: 'soft',
  Blocked: 'soft',
  SpamNotification: 'soft',
  DnsError: 'soft',
  DMARCPolicy: 'soft',
  Unknown: 'soft',
}

/**
 * Parses a Postmark event; null if it doesn't matter here.
 * @param auth "user:password", as in POSTMARK_WEBHOOK_AUTH
 * @throws ShopError 'invalid_signature' for a wrong password, 'invalid_body'
 */
export function readPostmark(rawBody: string, authorization: string, auth: string): BounceEvent | null {
  const wanted = `Basic ${Buffer.from(auth).toString('base64')}`
  if (!timingSafeEqual(digest(authorization), digest(wanted)))
    throw new ShopError('invalid_signature', 'The user and password are not those of POSTMARK_WEBHOOK_AUTH.')
  const sent = event.safeParse(parsed(rawBody))
  if (!sent.success) throw new ShopError('invalid_body', 'This is no event of Postmark.')
  const { RecordType, Type = '', Email, Description, Details } = sent.data
  const kind =
    RecordType === 'SpamComplaint' ? 'complaint' : RecordType === 'Bounce' ? kinds[Type] : undefined
  if (!kind || !Email) return null
  const words = Details || Description || Type
  return { address: Email, kind, words, source: 'postmark', returnPath: null }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
