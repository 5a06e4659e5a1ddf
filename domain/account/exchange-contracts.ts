import * as z from 'zod/mini'
import { filled, id, text } from '../admin/fields.ts'
import { exchangeKinds, exchangeRemedies, exchangeStates } from '../exchange.ts'
import { fits, tastes } from '../feedback.ts'
import { parcelTroubles } from '../parcel.ts'
import { brokenParts, mostPhotos } from '../warranty.ts'
import type { AccountContracts } from './session-contracts.ts'

const words = z.nullable(z.string())

const beltView = z.object({
  id: z.string(),
  name: z.string(),
  style: z.string(),
  imageUrl: words,
  nightImageUrl: words,
  imageAlt: z.string(),
})

const exchangeView = z.object({
  id: z.string(),
  kind: z.enum(exchangeKinds),
  remedy: z.enum(exchangeRemedies),
  state: z.enum(exchangeStates),
  /** "R-7F3A9C21", as written on the package */
  number: z.string(),
  /** "Derby Row, size 38"; empty for a return, and for anyone but the wearer */
  wanted: z.string(),
  /** the last day we wait for the belt */
  sendBy: z.string(),
  /** the prepaid label is ready, perhaps with a code for the post office to scan; null: it comes by email */
  label: z.nullable(z.object({ hasCode: z.boolean() })),
  trackingNumber: words,
  canCancel: z.boolean(),
  /** the reader decides about it: the wearer, or whoever paid about a refund */
  isOwn: z.boolean(),
  /** its photos; empty for anyone but the wearer */
  photos: z.array(z.string()),
  /** the day by which the giver chooses where the money goes; null: there's no choice for them to make now */
  answerBy: words,
  /** its money waits until the bank has decided about the payment; false for anyone but whoever paid */
  waitsForBank: z.boolean(),
})
export type ExchangeOfBelt = z.output<typeof exchangeView>

/** A belt that was sent, and what can be done with it. It has no amounts, because a gift's recipient reads it. */
const sentBeltView = z.object({
  boxId: z.string(),
  membershipId: z.string(),
  orderNumber: z.string(),
  drop: z.string(),
  isReplacement: z.boolean(),
  belt: z.nullable(beltView),
  size: words,
  /** the last day to return it; null once it has been returned */
  returnUntil: words,
  mayExchange: z.boolean(),
  /** the last day of its warranty; null when no claim can be made */
  warrantyUntil: words,
  isUnderWarranty: z.boolean(),
  /** the remedies a claim can ask for if it broke; empty: none */
  warranty: z.array(z.enum(exchangeRemedies)),
  /** what a return can pay out */
  returns: z.array(z.enum(['refund', 'credit'])),
  exchange: z.nullable(exchangeView),
  /** what's wrong with its package; null: nothing we know of */
  trouble: z.nullable(z.enum(parcelTroubles)),
  trackingNumber: words,
  /** the remedies to ask for when the belt never came; empty: it's not late */
  claims: z.array(z.enum(exchangeRemedies)),
  /** true for the wearer, who alone says how it fits */
  mayTell: z.boolean(),
  fit: z.nullable(z.enum(fits)),
  taste: z.nullable(z.enum(tastes)),
  /** the page where its wearer reviews it */
  reviewPath: words,
})
export type SentBelt = z.output<typeof sentBeltView>

const oneBelt = z.object({ belt: sentBeltView })

/** Belts that were sent, and their exchanges (club-rules.md "The member's page"; spec §1 "Returns policy"). */
export const exchangeContracts = {
  /** Newest first. */
  listSentBelts: {
    endpoint: 'GET /api/account/sent-belts',
    reply: z.object({ belts: z.array(sentBeltView) }),
  },
  /** What can be sent instead: the same belt first, with the sizes in stock. */
  exchangeOptions: {
    endpoint: 'GET /api/account/sent-belts/:boxId/options',
    params: z.object({ boxId: id }),
    reply: z.object({
      belts: z.array(z.object({ ...beltView.shape, sizes: z.array(z.string()) })),
      size: words,
    }),
  },
  requestExchange: {
    endpoint: 'POST /api/account/sent-belts/:boxId/exchange',
    params: z.object({ boxId: id }),
    body: z.object({
      kind: z.enum(exchangeKinds),
      remedy: z.optional(z.enum(exchangeRemedies)),
      productId: z.optional(id),
      size: z.optional(text(20)),
      details: z.optional(text(2000)),
      /** what broke, and the photos of it sent earlier */
      part: z.optional(z.enum(brokenParts)),
      photoIds: z.optional(z.array(id).check(z.maxLength(mostPhotos))),
      /** asked through the link of the returns page */
      isGuest: z.optional(z.boolean()),
    }),
    reply: oneBelt,
  },
  /**
   * Uploads a photo of what broke; the claim then names it by id. JPEG, PNG, WebP or AVIF, at most 15 MB; camera metadata
   * is stripped.
   */
  sendPhoto: {
    endpoint: 'POST /api/account/sent-belts/:boxId/photos',
    params: z.object({ boxId: id }),
    body: 'file',
    reply: z.object({ photoId: z.string() }),
  },
  /** One of the member's own photos. */
  readPhoto: {
    endpoint: 'GET /api/account/photos/:photoId',
    params: z.object({ photoId: id }),
    reply: 'file',
  },
  /** The giver of a gift chooses where the money for a broken belt goes. */
  answerOffer: {
    endpoint: 'POST /api/account/exchanges/:exchangeId/answer',
    params: z.object({ exchangeId: id }),
    body: z.object({ remedy: z.enum(['refund', 'credit']) }),
    reply: oneBelt,
  },
  cancelExchange: {
    endpoint: 'POST /api/account/exchanges/:exchangeId/cancel',
    params: z.object({ exchangeId: id }),
    reply: oneBelt,
  },
  returnLabelFile: {
    endpoint: 'GET /api/account/exchanges/:exchangeId/label.pdf',
    params: z.object({ exchangeId: id }),
    reply: 'file',
  },
  returnLabelCode: {
    endpoint: 'GET /api/account/exchanges/:exchangeId/label.png',
    params: z.object({ exchangeId: id }),
    reply: 'file',
  },
  /** Fit and taste, one tap each: either can come alone and be changed later. */
  giveFeedback: {
    endpoint: 'POST /api/account/sent-belts/:boxId/feedback',
    params: z.object({ boxId: id }),
    body: z.object({ fit: z.optional(z.enum(fits)), taste: z.optional(z.enum(tastes)) }),
    reply: oneBelt,
  },
  /** From the returns page. The reply is the same whether or not the order is known. */
  askForReturn: {
    endpoint: 'POST /api/account/returns',
    isOpen: true,
    body: z.object({
      orderNumber: filled(60, 'Enter your order number. It’s in your confirmation email.'),
      email: text(320),
    }),
    reply: z.object({ success: z.literal(true) }),
  },
} satisfies AccountContracts
