import * as z from 'zod/mini'
import { styleChoice, text } from '../admin/fields.ts'
import { genders } from '../belt.ts'
import { measuredLength } from '../membership-view.ts'
import { address, line, token } from './gift-contracts.ts'
import type { AccountContracts } from './session-contracts.ts'

const words = z.nullable(z.string())

/** A membership as shown to the person it's handed over to. For a gift, nothing names a price. */
const handoverView = z.object({
  toName: z.string(),
  toEmail: z.string(),
  /** who has it now; "" if we know no name */
  fromName: z.string(),
  /** set if the plan renews; null: nothing will be charged */
  planName: words,
  gender: z.enum(genders),
  /** paid belts they will get, and the month of the first: YYYY-MM */
  belts: z.number(),
  nextDrop: words,
  /** the last day the link works */
  until: z.string(),
  /** 'card': all details are in, and only a card is missing */
  step: z.enum(['details', 'card', 'done']),
  /**
   * at 'card': the next charge in cents before tax, its day, the terms to agree to, the provider's secret for the card
   * form, and whether the card was given already, so that only their agreement is missing
   */
  card: z.nullable(
    z.object({
      ...{ amountCents: z.number(), on: z.string(), terms: z.string() },
      ...{ clientSecret: z.string(), isGiven: z.boolean() },
    }),
  ),
  /** what they chose earlier, when the link is opened again */
  chosen: z.nullable(
    z.object({
      styles: z.array(z.string()),
      size: z.string(),
      measured: z.nullable(z.number()),
      address: z.object({
        ...{ fullName: z.string(), address: z.string(), address2: z.string() },
        ...{ city: z.string(), state: z.string(), zipCode: z.string() },
      }),
    }),
  ),
})
export type HandoverView = z.output<typeof handoverView>

/**
 * The page where someone takes over a membership. The token goes in the body, because logs and browser histories keep
 * URLs.
 */
export const handoverContracts = {
  openHandover: {
    endpoint: 'POST /api/account/handover',
    isOpen: true,
    body: z.object({ token }),
    reply: handoverView,
  },
  /** Where the belts go. If no card is needed, this call completes the handover. */
  chooseForHandover: {
    endpoint: 'POST /api/account/handover/choice',
    isOpen: true,
    body: z.object({
      token,
      styles: styleChoice,
      size: line,
      measured: measuredLength,
      address,
    }),
    reply: handoverView,
  },
  /** Before the card: the renewal terms, word for word as shown. */
  agreeToHandover: {
    endpoint: 'POST /api/account/handover/terms',
    isOpen: true,
    body: z.object({ token, terms: text(1000) }),
    reply: handoverView,
  },
  /** After the card was entered at the provider. */
  takeHandover: {
    endpoint: 'POST /api/account/handover/take',
    isOpen: true,
    body: z.object({ token }),
    reply: handoverView,
  },
} satisfies AccountContracts
