import * as z from 'zod/mini'
import { styleChoice } from '../admin/fields.ts'
import { genders, styles } from '../belt.ts'
import { addressView, measuredLength } from '../membership-view.ts'
import type { AccountContracts } from './session-contracts.ts'

export const token = z.string().check(z.maxLength(100))
export const line = z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))
const day = z.string()
export const address = z.object({
  fullName: line,
  address: line,
  address2: line,
  city: line,
  state: line,
  zipCode: z.string().check(z.trim(), z.maxLength(20, 'Use at most 20 characters.')),
})

/** A gift as its recipient sees it. It has no amounts, so the page can't show any (club-rules.md "The gift"). */
const giftPageView = z.object({
  recipientName: z.string(),
  senderName: z.string(),
  /** what the giver wrote; "" if nothing */
  message: z.string(),
  gender: z.enum(genders),
  /** the styles chosen; empty while the choice is left to the recipient */
  styles: z.array(z.enum(styles)),
  /** one of the shop's sizes or "Unsure"; "" while the choice is left to the recipient */
  size: z.string(),
  /** inches of their own belt, if the size was read from it */
  measured: z.nullable(z.number()),
  address: addressView,
  /** true when nothing is left to choose */
  isChosen: z.boolean(),
  /** the last day to choose for the next belt; null: a belt is already waiting for the choice */
  chooseBy: z.nullable(day),
  /** the shop's day */
  today: day,
  /** every belt of the gift, in order */
  boxes: z.array(
    z.object({
      drop: z.string(),
      shipBy: day,
      /** it ships once its size is picked */
      waitsForSize: z.boolean(),
      /** 'late': its ship-by day is over */
      state: z.enum(['coming', 'late', 'sent']),
      /** true while a choice still affects this box */
      isOpen: z.boolean(),
    }),
  ),
})
export type GiftPageView = z.output<typeof giftPageView>

/** The page of a gift's recipient. The token goes in the body, because logs and browser histories keep URLs. */
export const giftContracts = {
  openGift: {
    endpoint: 'POST /api/account/gift',
    isOpen: true,
    body: z.object({ token }),
    reply: giftPageView,
  },
  chooseForGift: {
    endpoint: 'POST /api/account/gift/choice',
    isOpen: true,
    body: z.object({
      token,
      styles: styleChoice,
      size: line,
      measured: measuredLength,
      address,
      /** what the page showed before: a part that is still the same leaves whatever was saved since */
      was: z.optional(z.object({ styles: z.array(z.enum(styles)), size: line, address })),
    }),
    reply: giftPageView,
  },
} satisfies AccountContracts
