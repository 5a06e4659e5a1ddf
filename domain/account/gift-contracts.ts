import * as z from 'zod/mini'
import { genders, styles } from '../belt.ts'
import { addressView } from '../membership-view.ts'
import type { AccountContracts } from './session-contracts.ts'

const token = z.string().check(z.maxLength(100))
const line = z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))
const day = z.string()

/** A gift as its recipient sees it: there is no amount in it, so none can be shown (club-rules.md "The gift"). */
const giftPageView = z.object({
  recipientName: z.string(),
  senderName: z.string(),
  /** what the giver wrote, "" for nothing */
  message: z.string(),
  gender: z.enum(genders),
  /** what is chosen; none while it is left to the recipient */
  styles: z.array(z.enum(styles)),
  /** a size of the shop or "Unsure"; "" while it is left to the recipient */
  size: z.string(),
  address: addressView,
  /** nothing is left to choose */
  isChosen: z.boolean(),
  /** the last day on which a choice counts for the next belt; null: a belt waits for it */
  chooseBy: z.nullable(day),
  /** every belt of the gift, in order */
  boxes: z.array(
    z.object({
      drop: z.string(),
      shipBy: day,
      /** 'waiting': it is late, because something had to be chosen first */
      state: z.enum(['coming', 'waiting', 'sent']),
      /** a choice still counts for it */
      isOpen: z.boolean(),
    }),
  ),
})
export type GiftPageView = z.output<typeof giftPageView>

/** The page of a gift's recipient. The token is in the body: addresses are kept by logs and histories. */
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
      styles: z
        .array(z.enum(styles, 'Choose dress, casual or stretch.'))
        .check(z.minLength(1, 'Choose at least one style.'), z.maxLength(3, 'Choose each style once.')),
      size: line,
      address: z.object({
        fullName: line,
        address: line,
        address2: line,
        city: line,
        state: line,
        zipCode: z.string().check(z.trim(), z.maxLength(20, 'Use at most 20 characters.')),
      }),
    }),
    reply: giftPageView,
  },
} satisfies AccountContracts
