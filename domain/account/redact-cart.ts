import type { CartItem } from '../cart.ts'

/** Whose data leaves a cart item: of who paid, of who wears the belts, or of both where that is one person. */
export type Whose = { isPayer: boolean; isWearer: boolean }

/**
 * A bought cart item without the person: what was bought, at what price, and the state it went to, which sales tax is
 * due by, stay (club.md "orders are kept without the person").
 */
export function redactCart(item: CartItem, { isPayer, isWearer }: Whose): CartItem {
  const isGift = item.recipientType === 'gift'
  const { shippingDetails, giftDetails, extraAnswers, ...kept } = item
  // The papers of a gift go to the giver (spec §3).
  const removesEmail = isGift ? isPayer : isWearer
  return {
    ...kept,
    ...(shippingDetails && {
      shippingDetails: {
        ...(isWearer
          ? { fullName: '', address: '', city: '', state: shippingDetails.state, zipCode: '' }
          : shippingDetails),
        email: removesEmail ? '' : shippingDetails.email,
      },
    }),
    ...(giftDetails && {
      giftDetails: {
        ...giftDetails,
        ...(isPayer && { senderName: '', senderEmail: '' }),
        ...(isWearer && { recipientEmail: '' }),
        // The words are the giver's, and name whom they are for.
        giftMessage: '',
      },
    }),
    ...(extraAnswers && !isPayer && { extraAnswers }),
  }
}
