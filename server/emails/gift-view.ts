import type { GiftWords } from '../../domain/gift-words.ts'

/** What a gift's own mails know. */
export type GiftView = GiftWords & {
  /** the recipient */
  to: string
  /** /gift/:token; null when nothing is left to choose */
  link: string | null
}
