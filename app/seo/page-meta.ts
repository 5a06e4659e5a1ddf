import { noRepeat, otherAnswer, returnWindow } from '../../domain/term-words.ts'
import { terms } from '../../domain/terms.ts'

/** A page's title, description and picture for search results, shared links and the browser tab. */
export type PageMeta = {
  /** without the shop's name */
  title: string
  /** 50 to 160 characters */
  description: string
  /** file of public/og, 1200 × 630 */
  picture: string
  pictureAlt: string
}

/** For pages without a picture of their own. */
export const usualPicture = { picture: 'home.jpg', pictureAlt: 'Three coiled leather belts on dark walnut' }
const policy = {
  picture: 'policies.jpg',
  pictureAlt: 'A coiled black leather belt beside the words: Privacy and terms',
}

/** By path; the home page's are made with the shop's name (app/seo/page-head.ts). */
export const pageMeta: Record<string, PageMeta> = {
  '/belts': {
    title: 'The belts',
    description:
      'Every belt out now for men and women: dress, casual and stretch, with leather, width and buckle.',
    ...usualPicture,
  },
  '/drops': {
    title: 'Drops',
    description: 'One new collection of belts a month. See what’s next, what’s out now and what came before.',
    ...usualPicture,
  },
  '/letters': {
    title: 'Letters',
    description:
      'One letter a month, with the drop: new belts, what they’re made of, and what members say about them.',
    ...usualPicture,
  },
  '/returns': {
    title: 'Returns and exchanges',
    description: `Free exchanges and a full refund within ${returnWindow} of delivery, with a prepaid return label. Here’s how it works.`,
    picture: 'returns.jpg',
    pictureAlt: 'A coiled tan leather belt beside the words: Returns and exchanges',
  },
  '/contact': {
    title: 'Contact Support',
    description: `Write to us about an order, your size, a return or a bill. Everything gets an answer within ${otherAnswer}, and order issues within ${terms.answerHours.order}.`,
    picture: 'contact.jpg',
    pictureAlt: 'A coiled navy braided belt beside the words: Write to us',
  },
  '/privacy': {
    title: 'Privacy policy',
    description: 'What we know about you, why, how long we keep it, and how to see or delete it.',
    ...policy,
  },
  '/terms': {
    title: 'Terms of Service',
    description:
      'What you and the club agree on: plans and prices, how a membership renews and ends, delivery, returns and the warranty.',
    ...policy,
  },
  '/accessibility': {
    title: 'Accessibility',
    description:
      'How we make this shop work for everyone, how we check it, what still needs work, and how to reach us.',
    ...usualPicture,
  },
  '/cart': {
    title: 'Your cart',
    description: 'The belts in your cart, for you or a friend, and everything you need to check out.',
    ...usualPicture,
  },
  '/checkout/success': {
    title: 'Payment Successful',
    description: 'Your order’s in and your membership is active. Here’s what happens next.',
    ...usualPicture,
  },
  '/thank-you': {
    title: 'Thank you',
    description: 'Your membership is active. Here’s what happens until your first belt arrives.',
    ...usualPicture,
  },
  '/account': {
    title: 'My membership',
    description: 'See your next belt, skip or pause a month, and change your size, styles, address or card.',
    ...usualPicture,
  },
  '/newsletter/confirmed': {
    title: 'You’re on the list',
    description: 'Your email’s confirmed, and our next letter is coming your way.',
    ...usualPicture,
  },
  '/newsletter/unsubscribe': {
    title: 'Unsubscribe',
    description: 'Leave the newsletter with one click. We’ll still email you about your orders.',
    ...usualPicture,
  },
  '/newsletter/unsubscribed': {
    title: 'You’re unsubscribed',
    description: 'We won’t send you the newsletter anymore. We’ll still email you about your orders.',
    ...usualPicture,
  },
  '/newsletter/old-link': {
    title: 'This link no longer works',
    description: 'This link has stopped working. Sign up again and we’ll send you a new one.',
    ...usualPicture,
  },
}

/** Any gift page: its URL is private, so none is named here. */
export const giftPage: PageMeta = {
  title: 'A gift for you',
  description: 'Someone gave you belts. Pick your style and size, and tell us where to send them.',
  ...usualPicture,
}

/** Any review page. Only its URL says whose belt it's about. */
export const reviewPage: PageMeta = {
  title: 'How’s your belt?',
  description: 'Two taps and a line: how you like your belt and how it fits. You decide who sees it.',
  ...usualPicture,
}

/** The page for taking over a membership. */
export const handoverPage: PageMeta = {
  title: 'A membership for you',
  description: 'Take over a membership: your size, your style, and where to send your belts.',
  ...usualPicture,
}

/** For unknown URLs. */
export const missingPage: PageMeta = {
  title: 'Page Not Found',
  description: 'We couldn’t find that page. The belts are all on the home page.',
  ...usualPicture,
}

/** A page that the server writes, under an address that only an email names: it has a title of its own. */
export const toldPage: PageMeta = {
  title: 'From our email',
  description: 'The page of a link in one of our emails.',
  ...usualPicture,
}

/** @param shopName the setting SHOP_NAME */
export function homeCopy(shopName: string): PageMeta {
  return {
    title: `${shopName}: a belt every month`,
    description: `A leather belt every month, for you or a friend, chosen for your size and style and never the same twice in ${noRepeat}. Cancel, pause or skip anytime.`,
    ...usualPicture,
  }
}

/** All of /admin: not indexed, and each tab sets its own heading. */
export const adminPage: PageMeta = {
  title: 'Admin',
  description: 'Where the people of the shop work: orders, belts, questions and answers.',
  ...usualPicture,
}
