import * as z from 'zod/mini'
import { genders, styles } from './belt.ts'
import { contactCategories, longestMessage } from './contact.ts'
import type { EndpointName } from './endpoints.ts'
import { measuredLength } from './membership-view.ts'
import { recipientPicksStyle, recipientTypes } from './quiz.ts'

/** The most items in one cart: far above any household, far below abuse. */
const maxCartItems = 20

// PostgreSQL can't store NUL or an unpaired surrogate.
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

const text = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most, `Use at most ${most} characters.`),
      z.refine(isText, 'Remove the characters that aren’t text.'),
    )
const line = text(200)
const filled = (most: number) => text(most).check(z.minLength(1, 'This must not be empty.'))
/** A required text: one that is absent or null counts as empty, so that the call refuses it in spec §5's words. */
const askedUpTo = (most: number) =>
  z.pipe(
    z._default(z.nullable(text(most)), ''),
    z.transform((value) => value ?? ''),
  )
const asked = askedUpTo(200)
/** An optional part: null means the same as leaving it out. */
const ifGiven = <Part extends z.ZodMiniType>(part: Part) =>
  z.optional(
    z.pipe(
      z.nullable(part),
      z.transform((value) => value ?? undefined),
    ),
  )

const shippedTo = z.literal('US', 'We ship within the US only.')

const shippingDetails = z.pipe(
  z.object({
    fullName: asked,
    email: asked,
    address: asked,
    address2: ifGiven(line),
    city: asked,
    state: asked,
    zipCode: askedUpTo(20),
    // Always the same, so nothing keeps it; another one is refused before a payment begins, not after it.
    country: ifGiven(shippedTo),
  }),
  z.transform(({ country: _, ...address }) => address),
)

const giftDetails = z.object({
  senderName: asked,
  senderEmail: asked,
  recipientEmail: asked,
  emailDate: askedUpTo(40),
  giftMessage: ifGiven(text(1000)),
})

/** Shape of a cart item (spec §3). `firstMissingField` checks required fields, with spec §5's messages. */
const cartItem = z.object({
  id: filled(100),
  planId: filled(50),
  // Labels follow from the plan; one that is sent must match the plan's (server/ledger/snapshot.ts).
  planName: asked,
  price: askedUpTo(50),
  period: askedUpTo(50),
  recipientType: z.pipe(
    z.enum(['self', 'myself', 'gift'], 'Choose self or gift.'),
    z.transform((type) => (type === 'myself' ? 'self' : type)),
  ),
  gender: z.enum(genders, 'Choose male or female.'),
  size: filled(50),
  /** ours: what the wearer's own belt measures */
  measured: measuredLength,
  styles: z
    .array(z.enum([...styles, recipientPicksStyle], 'Choose dress, casual or stretch.'))
    .check(z.minLength(1, 'Choose at least one style.'), z.maxLength(4, 'Choose each style once.')),
  colors: z._default(z.array(text(50)).check(z.maxLength(20, 'Send at most 20 colors.')), []),
  shippingDetails: ifGiven(shippingDetails),
  giftDetails: ifGiven(giftDetails),
  /** ours: answers to the owner's own questions, in the words shown that day */
  extraAnswers: z.optional(
    z
      .array(z.object({ question: text(160), answers: z.array(text(80)).check(z.maxLength(30)) }))
      .check(z.maxLength(30, 'Send at most 30 answers.')),
  ),
})

export const cartItems = z
  .array(cartItem, 'Send the cart as a list of items.')
  .check(
    z.minLength(1, 'Your cart is empty'),
    z.maxLength(maxCartItems, `A cart holds at most ${maxCartItems} items.`),
  )

/** A cart item as the shop returns it (domain/cart.ts). */
export const givenItem = z.object({
  id: z.string(),
  planId: z.string(),
  planName: z.string(),
  price: z.string(),
  period: z.string(),
  recipientType: z.enum(['self', 'gift']),
  gender: z.enum(genders),
  size: z.string(),
  measured: z.optional(z.nullable(z.number())),
  styles: z.array(z.enum([...styles, recipientPicksStyle])),
  colors: z.array(z.string()),
  shippingDetails: z.optional(
    z.object({
      ...{ fullName: z.string(), email: z.string(), address: z.string(), address2: z.optional(z.string()) },
      ...{ city: z.string(), state: z.string(), zipCode: z.string() },
    }),
  ),
  giftDetails: z.optional(
    z.object({
      ...{ senderName: z.string(), senderEmail: z.string(), recipientEmail: z.string() },
      ...{ emailDate: z.string(), giftMessage: z.optional(z.string()) },
    }),
  ),
  extraAnswers: z.optional(z.array(z.object({ question: z.string(), answers: z.array(z.string()) }))),
})

const orderReply = z.object({ orderNumber: z.string(), order: z.object({ orderNumber: z.string() }) })

/** Body and reply of every call (spec §7). The server parses with these, and the OpenAPI document is built from them. */
export const api = {
  createPaymentIntent: {
    body: z.object({ cartItems, promotionCode: z.optional(text(60)) }),
    reply: z.object({
      clientSecret: z.string(),
      type: z.enum(['payment-intent', 'subscription']),
      subscriptionId: z.optional(z.string()),
      customerId: z.optional(z.string()),
      /** integer cents; `discount` is what a promotion code takes off, present if there is one */
      taxInfo: z.object({
        hasTax: z.boolean(),
        tax: z.number(),
        total: z.number(),
        discount: z.optional(z.number()),
      }),
    }),
  },
  createGuestOrder: {
    body: z.object({
      cartItems,
      purchaserEmail: asked,
      stripePaymentIntentId: filled(255),
      stripeSubscriptionId: z.optional(z.nullable(text(255))),
      stripeCustomerId: z.optional(z.nullable(text(255))),
      shippingInfo: z.object({
        recipientName: filled(200),
        email: filled(200),
        addressLine1: filled(200),
        addressLine2: z.optional(z.nullable(line)),
        city: filled(200),
        state: filled(200),
        zipCode: filled(20),
        country: shippedTo,
      }),
    }),
    reply: orderReply,
  },
  createSubscriptionOrder: {
    body: z.object({
      setupIntentId: filled(255),
      paymentMethodId: filled(255),
      cartItems,
      purchaserEmail: asked,
      customerId: z.optional(z.nullable(text(255))),
    }),
    reply: orderReply,
  },
  completeCheckoutSession: {
    body: z.object({ sessionId: filled(255) }),
    reply: z.object({ orderNumber: z.string() }),
  },
  previewPromotion: {
    body: z.object({ promotionCode: filled(60), cartItems }),
    /** integer cents; the total is before tax */
    reply: z.object({
      code: z.string(),
      discountCents: z.number(),
      totalBeforeTaxCents: z.number(),
      /** what it does, in words */
      description: z.string(),
      /** what it takes off every later payment of each item, in cart order */
      renewalDiscounts: z.array(z.number()),
    }),
  },
  recordConsent: {
    body: z.object({ clientSecret: filled(255), text: filled(8000) }),
    reply: z.object({ success: z.literal(true) }),
  },
  openOrderLink: {
    body: z.object({ token: filled(100) }),
    reply: z.object({ cartItems: z.array(givenItem) }),
  },
  subscribeFromQuiz: {
    body: z.object({ email: filled(200), recipientName: line, source: z.optional(text(50)) }),
    reply: z.object({ success: z.literal(true) }),
  },
  subscribeToNewsletter: {
    // Spec §5 asks for the email alone.
    body: z.object({ email: asked, name: ifGiven(line), source: askedUpTo(50) }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
  },
  sendContactMessage: {
    // `contactErrors` checks required fields, with spec §5's messages.
    body: z.object({
      name: asked,
      email: asked,
      subject: asked,
      category: z._default(
        z.nullable(z.enum([...contactCategories, ''], 'Choose a category from the list.')),
        '',
      ),
      orderNumber: asked,
      message: askedUpTo(longestMessage),
    }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
  },
  countQuizStep: {
    body: z.object({
      version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
      step: z.int().check(z.minimum(1), z.maximum(7)),
      recipientType: z.enum([...recipientTypes, 'unknown']),
      /** where the visitor came from; absent: they didn't allow it, or it's no longer known */
      came: z.optional(z.object({ source: text(200), medium: text(200), campaign: text(200) })),
    }),
    reply: z.object({ success: z.literal(true) }),
  },
  firstSix: {
    body: z.object({
      gender: z.enum(genders, 'Choose male or female.'),
      /** a belt size, or the quiz's word for not knowing it */
      size: filled(50),
      styles: z
        .array(z.enum([...styles, recipientPicksStyle]))
        .check(z.maxLength(4, 'Choose each style once.')),
    }),
    reply: z.object({
      belts: z.array(
        z.object({
          id: z.string(),
          slug: z.string(),
          name: z.string(),
          style: z.enum(styles),
          imageUrl: z.nullable(z.string()),
          nightImageUrl: z.nullable(z.string()),
          imageAlt: z.string(),
          detailImageUrl: z.nullable(z.string()),
          detailAlt: z.string(),
        }),
      ),
    }),
  },
  confirmDemoPayment: {
    body: z.object({
      clientSecret: filled(255),
      cardNumber: text(30),
      expiration: text(10),
      securityCode: text(4),
      email: text(200),
      /** the result of the bank's authentication, if it was asked for */
      authentication: z.optional(z.enum(['completed', 'failed'])),
    }),
    reply: z.object({ status: z.enum(['succeeded', 'requires_action']), paymentIntentId: z.string() }),
  },
} satisfies Record<EndpointName, { body: z.ZodMiniType; reply: z.ZodMiniType }>

export type Body<Name extends EndpointName> = z.input<(typeof api)[Name]['body']>
export type ParsedBody<Name extends EndpointName> = z.output<(typeof api)[Name]['body']>
export type Reply<Name extends EndpointName> = z.output<(typeof api)[Name]['reply']>
