import * as z from 'zod/mini'
import { text } from '../admin/fields.ts'
import { genders, styles } from '../belt.ts'
import type { AccountContracts } from './session-contracts.ts'

const token = z.string().check(z.maxLength(100))
const line = z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))
const words = z.nullable(z.string())

/** A membership as the person reads it to whom it's handed over. Of a gift nothing names a price. */
const handoverView = z.object({
  toName: z.string(),
  toEmail: z.string(),
  /** who has it until now; "" where no name is known */
  fromName: z.string(),
  /** of a plan that renews; null: nothing will be charged */
  planName: words,
  gender: z.enum(genders),
  /** paid belts that come to them, and the first month: YYYY-MM */
  belts: z.number(),
  nextDrop: words,
  /** the last day on which the link is good */
  until: z.string(),
  /** 'card': everything is said, and a card is to be given */
  step: z.enum(['details', 'card', 'done']),
  /** at 'card': the next charge, in cents before tax; its day; what is agreed to; and the provider's secret for the card form */
  card: z.nullable(
    z.object({ amountCents: z.number(), on: z.string(), terms: z.string(), clientSecret: z.string() }),
  ),
  /** what they chose before, where the link was opened again */
  chosen: z.nullable(
    z.object({
      styles: z.array(z.string()),
      size: z.string(),
      address: z.object({
        ...{ fullName: z.string(), address: z.string(), address2: z.string() },
        ...{ city: z.string(), state: z.string(), zipCode: z.string() },
      }),
    }),
  ),
})
export type HandoverView = z.output<typeof handoverView>

/** The page on which somebody takes over a membership. The token is in the body: addresses are kept by logs and histories. */
export const handoverContracts = {
  openHandover: {
    endpoint: 'POST /api/account/handover',
    isOpen: true,
    body: z.object({ token }),
    reply: handoverView,
  },
  /** Where the belts go. Without a card to give, the membership is theirs with it. */
  chooseForHandover: {
    endpoint: 'POST /api/account/handover/choice',
    isOpen: true,
    body: z.object({
      token,
      styles: z
        .array(z.enum(styles, 'Choose dress, casual or stretch.'))
        .check(z.minLength(1, 'Choose at least one style.'), z.maxLength(3, 'Choose each style once.')),
      size: line,
      address: z.object({
        ...{ fullName: line, address: line, address2: line, city: line, state: line },
        zipCode: z.string().check(z.trim(), z.maxLength(20, 'Use at most 20 characters.')),
      }),
    }),
    reply: handoverView,
  },
  /** Before the card is given: what renews, word for word as it was shown. */
  agreeToHandover: {
    endpoint: 'POST /api/account/handover/terms',
    isOpen: true,
    body: z.object({ token, terms: text(1000) }),
    reply: handoverView,
  },
  /** After the card was given at the provider. */
  takeHandover: {
    endpoint: 'POST /api/account/handover/take',
    isOpen: true,
    body: z.object({ token }),
    reply: handoverView,
  },
} satisfies AccountContracts
