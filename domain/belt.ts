import type { PublishedDrop } from './drop.ts'
import type { Proof } from './proof.ts'
import type { BeltReviews } from './review.ts'

/** Words of the quiz and the product cards (spec §3). */
export const styles = ['dress', 'casual', 'stretch'] as const
export type Style = (typeof styles)[number]

export const genders = ['male', 'female'] as const
export type Gender = (typeof genders)[number]

export const styleNames: Record<Style, string> = { dress: 'Dress', casual: 'Casual', stretch: 'Stretch' }

/** The gender labels of the toggle. */
export const genderNames: Record<Gender, string> = { male: 'Men', female: 'Women' }

/** One belt as the home page shows it: the card and the examples dialog (spec §2, §3). */
export type Belt = {
  id: string
  sku: string
  /** the last segment of its page's URL: "the-ashbury" */
  slug: string
  name: string
  description: string
  material: string
  width: string
  buckle: string
  style: Style
  gender: Gender
  colors: string[]
  /** product shot; null shows "Product image coming soon" */
  imageUrl: string | null
  imageAlt: string
  /** the same on dark wood, for the dark theme; null: none */
  nightImageUrl: string | null
  lifestyleImageUrl: string | null
  lifestyleAlt: string
  /** close-up of buckle, grain and edge; null: none */
  detailImageUrl: string | null
  detailAlt: string
}

/** A belt on its own page. */
export type BeltOnPage = {
  belt: Belt
  drop: PublishedDrop
  /** who it suits; "" if not stated */
  suits: string
  /** in the current drop and not archived, so it ships */
  isSold: boolean
  /** other belts in its drop */
  beside: Belt[]
  proof: Proof
  /** null: none published */
  reviews: BeltReviews | null
}

/** A drop whose belts are public. */
export type ShownDrop = PublishedDrop & { belts: Belt[] }
