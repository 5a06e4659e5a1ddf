import type { Gender } from './belt.ts'

/** Belt size = pants or waist size + 2 inches (spec §9). */
export const inchesAdded = 2

/** Belt sizes in inches that the quiz offers (spec §5). */
export const beltSizes: Record<Gender, readonly string[]> = {
  female: ['26', '28', '30', '32', '34', '36', '38'],
  male: ['32', '34', '36', '38', '40', '42', '44'],
}

export const measuredWord: Record<Gender, 'pants' | 'waist'> = { male: 'pants', female: 'waist' }

/** The pants or waist size used as the example in the formula and the drawings, in inches. */
export const exampleSize: Record<Gender, number> = { male: 34, female: 28 }

/** The pants or waist size that a belt size fits, in inches. */
export function measuredSizeOf(beltSize: string): number {
  return Number(beltSize) - inchesAdded
}

/** Pants (men) or waist (women) sizes, from the smallest to the largest the quiz has a belt for. */
export const measuredSizes: Record<Gender, readonly number[]> = {
  male: beltSizes.male.map(measuredSizeOf),
  female: beltSizes.female.map(measuredSizeOf),
}

/**
 * A question about size, in terms people know from their clothes: the same sentence asks men for pants and women for the
 * waist.
 */
export function sizeQuestion(question: string, gender: Gender | null): string {
  return question.replace('pants', measuredWord[gender ?? 'male'])
}

/** Chosen by a visitor who doesn't know; a measuring guide ships with the first shipment (spec §2). */
export const unsureSize = 'Unsure'

/** Gift only: the recipient chooses the size (spec §5). */
export const recipientChoosesSize = 'Let Recipient Choose'

/** Whether a size has yet to be picked. False while the quiz hasn't asked (""). */
export function isSizeMissing(size: string): boolean {
  return size === unsureSize || size === recipientChoosesSize
}

/** The size a box is sent in: the membership's, which can change, else one that was set on the box alone. */
export function knownSize(size: string, boxSize: string | null): string {
  return isSizeMissing(size) && boxSize ? boxSize : size
}

/** True for a value the quiz can give: a belt size, Unsure or, for gifts, Let Recipient Choose. */
export function isSizeOption(size: string, gender: Gender, isGift: boolean): boolean {
  return beltSizes[gender].includes(size) || size === unsureSize || (isGift && size === recipientChoosesSize)
}
