import type { Drop } from './drop.ts'
import type { Proof } from './proof.ts'
import type { BeltReviews } from './review.ts'

/** Words of the quiz and the product cards (spec §3). */
export const styles = ['dress', 'casual', 'stretch'] as const
export type Style = (typeof styles)[number]

export const genders = ['male', 'female'] as const
export type Gender = (typeof genders)[number]

export const styleNames: Record<Style, string> = { dress: 'Dress', casual: 'Casual', stretch: 'Stretch' }

/** The toggle's words for a gender. */
export const genderNames: Record<Gender, string> = { male: 'Men', female: 'Women' }

/** One belt as the home page shows it: the card and the examples dialog (spec §2, §3). */
export type Belt = {
  id: string
  sku: string
  /** the end of its page's address: "the-ashbury" */
  slug: string
  name: string
  description: string
  material: string
  width: string
  buckle: string
  style: Style
  gender: Gender
  colors: string[]
  /** product shot, null when "Product image coming soon" */
  imageUrl: string | null
  imageAlt: string
  /** the same on dark wood, for the dark theme; null: there is none */
  nightImageUrl: string | null
  lifestyleImageUrl: string | null
  lifestyleAlt: string
}

/** A belt on its own page. */
export type BeltOnPage = {
  belt: Belt
  drop: Drop
  /** who it suits; "" says nothing */
  suits: string
  /** buckle and stitching from near; null: there is no such picture */
  detailImageUrl: string | null
  detailAlt: string
  /** of the current drop and not put away: it is sent */
  isCurrent: boolean
  /** others of its drop */
  beside: Belt[]
  proof: Proof
  /** null: none is published */
  reviews: BeltReviews | null
}

/** A drop whose belts everybody may see. */
export type ShownDrop = { drop: Drop; isCurrent: boolean; belts: Belt[] }

/** What the page of a drop shows: its belts, or that they are still a secret. */
export type DropOnPage = { standing: 'current' | 'past'; belts: Belt[] } | { standing: 'veiled' }
