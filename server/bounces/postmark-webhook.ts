import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { ShopError } from '../../domain/errors.ts'
import { type BounceEvent, parsed } from './ses-notifications.ts'

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
