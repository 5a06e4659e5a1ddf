import { type Gender, type Style, styles } from './belt.ts'
import { type CalendarDate, isCalendarDate } from './calendar-date.ts'
import { isEmail } from './email.ts'
import type { PlanId } from './plan.ts'
import type { ExtraAnswer } from './quiz-copy.ts'
import { isSizeOption, recipientChoosesSize } from './sizing.ts'

export const recipientTypes = ['myself', 'gift'] as const
export type RecipientType = (typeof recipientTypes)[number]

/** Gift only: the recipient picks the styles (spec §3, §5). */
export const recipientPicksStyle = 'Let Recipient Pick'
export type StyleChoice = Style | typeof recipientPicksStyle

/** The choices of the styles step, in order. */
export function styleChoices(isGift: boolean): readonly StyleChoice[] {
  return isGift ? [...styles, recipientPicksStyle] : styles
}

export type GiftDetails = {
  senderName: string
  senderEmail: string
  recipientEmail: string
  /** the notice's day as the date field holds it; "" if not chosen */
  emailDate: CalendarDate | ''
  giftMessage: string
}

export type ShippingDetails = {
  fullName: string
  email: string
  address: string
  address2: string
  city: string
  state: string
  zipCode: string
}

/** What the visitor has answered so far (spec §3 "Quiz answers"). */
export type QuizAnswers = {
  recipientType: RecipientType | null
  gender: Gender | null
  styles: StyleChoice[]
  size: string | null
  /** inches of the wearer's own belt, if the size was read from it (domain/measured.ts) */
  measured?: number | undefined
  sizeConfirmed: boolean
  giftDetails: GiftDetails
  shippingDetails: ShippingDetails
  /** ours: the address typed for oneself while it's a gift, and the other way around */
  otherAddress?: ShippingDetails
  selectedPlan: PlanId | null
  /** answers to the owner's own questions */
  extraAnswers?: ExtraAnswer[]
}

export const quizStepNames = ['recipient', 'gender', 'styles', 'size', 'shipping', 'plan'] as const
export const quizStepCount = quizStepNames.length

export const emptyAnswers: QuizAnswers = {
  recipientType: null,
  gender: null,
  styles: [],
  size: null,
  sizeConfirmed: false,
  giftDetails: { senderName: '', senderEmail: '', recipientEmail: '', emailDate: '', giftMessage: '' },
  shippingDetails: { fullName: '', email: '', address: '', address2: '', city: '', state: '', zipCode: '' },
  selectedPlan: null,
}

/** The label of the size step's confirmation checkbox; it says "waist" for women (spec §5). */
export function sizeConfirmation(gender: Gender | null): string {
  const word = gender === 'female' ? 'waist' : 'pants/waist'
  return `I understand that belt size is my ${word} size + 2 inches *`
}

/**
 * Whether the shop ships to a state and ZIP code: `isReachable` of address.ts, passed in so that the first page doesn't
 * have to load it.
 */
export type Reach = (place: { state: string; zipCode: string }) => boolean

const looksReachable: Reach = ({ zipCode }) => /^\d{5}(-\d{4})?$/.test(zipCode.trim())

/** Whether Next is enabled on this step, 1 to 6 (spec §5 "Quiz step gating"). `today` is the shop's day. */
export function canLeaveStep(
  step: number,
  answers: QuizAnswers,
  today: CalendarDate,
  isReachable: Reach = looksReachable,
): boolean {
  switch (step) {
    case 1:
      return answers.recipientType !== null
    case 2:
      return answers.gender !== null
    case 3:
      return answers.styles.length > 0
    case 4:
      return answers.size !== null && answers.sizeConfirmed
    case 5:
      return canLeaveShipping(answers, today, isReachable)
    case 6:
      return answers.selectedPlan !== null
    default:
      return false
  }
}

/**
 * The step to show when `step` is opened directly: the first before it that lacks an answer. The size counts as
 * confirmed, because leaving its step always clears the confirmation.
 */
export function reachableStep(step: number, answers: QuizAnswers, today: CalendarDate): number {
  const confirmed = { ...answers, sizeConfirmed: true }
  for (let before = 1; before < step; before++) if (!canLeaveStep(before, confirmed, today)) return before
  return step
}

/**
 * The step to show when a cart item is being edited and `to` is requested from step `from`. A size other than the item's
 * own has to be confirmed on the way (spec §4, §5); the item's own already was.
 */
export function stepAfterJump(
  own: { gender: Gender; size: string },
  from: number,
  to: number,
  answers: QuizAnswers,
  today: CalendarDate,
): number {
  const reached = reachableStep(to, answers, today)
  const isOwnSize = answers.size === own.size && answers.gender === own.gender
  const isConfirmed = isOwnSize || from > 4 || (from === 4 && answers.sizeConfirmed)
  return isConfirmed ? reached : Math.min(reached, Math.max(from, 4))
}

function canLeaveShipping(
  { recipientType, giftDetails, shippingDetails }: QuizAnswers,
  today: CalendarDate,
  isReachable: Reach,
) {
  const { fullName, email, address, city, state, zipCode } = shippingDetails
  const addressed = allFilled([fullName, address, city, state, zipCode]) && isReachable({ state, zipCode })
  if (recipientType !== 'gift') return addressed && isEmail(email)
  const { senderName, senderEmail, recipientEmail, emailDate } = giftDetails
  return (
    addressed &&
    allFilled([senderName]) &&
    isEmail(senderEmail) &&
    isEmail(recipientEmail) &&
    isCalendarDate(emailDate) &&
    emailDate >= today
  )
}

function allFilled(values: string[]): boolean {
  return values.every((value) => value.trim() !== '')
}

/** Changing the size clears the confirmation (spec §4), and what was measured for another. */
export function withSize(answers: QuizAnswers, size: string, measured?: number): QuizAnswers {
  if (size === answers.size && measured === undefined) return answers
  const { measured: _, ...others } = answers
  return { ...others, size, ...(measured === undefined ? {} : { measured }), sizeConfirmed: false }
}

/** Leaving step 4, forward or back, clears the confirmation (spec §4). */
export function afterLeavingStep(step: number, answers: QuizAnswers): QuizAnswers {
  return step === 4 ? { ...answers, sizeConfirmed: false } : answers
}

/**
 * Changing the recipient type drops choices only a gift can have, and asks for the size again: it's someone else's. Each
 * one's address is kept apart: a gift doesn't go to its giver, nor the giver's own belts to a friend.
 */
export function withRecipientType(former: QuizAnswers, recipientType: RecipientType): QuizAnswers {
  const isOther = former.recipientType !== null && former.recipientType !== recipientType
  const other = isOther ? { ...withOtherAddress(former), size: null, sizeConfirmed: false } : former
  const answers = { ...other, recipientType }
  if (recipientType === 'gift') return answers
  return {
    ...answers,
    styles: answers.styles.filter((style) => style !== recipientPicksStyle),
    size: answers.size === recipientChoosesSize ? null : answers.size,
  }
}

/** The address of the other recipient, with the buyer's name and email wherever they belong now. */
function withOtherAddress(answers: QuizAnswers): QuizAnswers {
  const { recipientType, shippingDetails, giftDetails } = answers
  const other = answers.otherAddress ?? emptyAnswers.shippingDetails
  const { senderName, senderEmail } = giftDetails
  const swapped = { ...answers, otherAddress: shippingDetails }
  if (recipientType === 'gift') {
    const buyer = { fullName: other.fullName || senderName, email: other.email || senderEmail }
    return { ...swapped, shippingDetails: { ...other, ...buyer } }
  }
  const buyer = {
    senderName: senderName || shippingDetails.fullName,
    senderEmail: senderEmail || shippingDetails.email,
  }
  return { ...swapped, shippingDetails: other, giftDetails: { ...giftDetails, ...buyer } }
}

/** Changing the gender drops a size the other gender's list doesn't have. */
export function withGender(answers: QuizAnswers, gender: Gender): QuizAnswers {
  const keeps = answers.size !== null && isSizeOption(answers.size, gender, answers.recipientType === 'gift')
  return { ...answers, gender, size: keeps ? answers.size : null, sizeConfirmed: false }
}

/** Toggles a style; 'Let Recipient Pick' and the buyer's own choices exclude each other. */
export function withStyleToggled(answers: QuizAnswers, style: StyleChoice): QuizAnswers {
  if (answers.styles.includes(style)) {
    return { ...answers, styles: answers.styles.filter((each) => each !== style) }
  }
  if (style === recipientPicksStyle) return { ...answers, styles: [style] }
  return { ...answers, styles: [...answers.styles.filter((each) => each !== recipientPicksStyle), style] }
}
