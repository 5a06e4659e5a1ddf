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
  lifestyleImageUrl: string | null
  lifestyleAlt: string
}
