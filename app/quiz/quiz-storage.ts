import { useLocation } from 'react-router'
import { genders } from '../../domain/belt.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import {
  emptyAnswers,
  type QuizAnswers,
  quizStepCount,
  reachableStep,
  recipientTypes,
  styleChoices,
} from '../../domain/quiz.ts'
import { isSizeOption } from '../../domain/sizing.ts'
import { keepInTab, readFromTab } from '../browser/tab-storage.ts'
import { quizSectionId } from '../shop/quiz-request.ts'

const name = 'edit'

/** The quiz with a cart item's answers, as a URL, so that Back, Forward and reloads keep it. */
export function editLink(itemId: string): string {
  return `/?${name}=${encodeURIComponent(itemId)}#${quizSectionId}`
}

/** The id of the item that this URL edits, or null. The server doesn't know these URLs. */
export function useEditedId(): string | null {
  return new URLSearchParams(useLocation().search).get(name)
}

const key = 'quizAnswers'

export type QuizProgress = { step: number; answers: QuizAnswers }

/** The visitor's earlier answers in this tab, or null. `today` is the shop's day. */
export function loadProgress(today: CalendarDate): QuizProgress | null {
  try {
    const stored: unknown = JSON.parse(readFromTab(key) ?? 'null')
    return stored === null ? null : progressIn(stored, today)
  } catch {
    return null
  }
}

/** Keeps the answers across reloads and other pages; null clears them. */
export function saveProgress(progress: QuizProgress | null) {
  keepInTab(key, progress && JSON.stringify(progress))
}

/** Reads stored progress: invalid answers count as missing, and no step comes before its answers. */
export function progressIn(stored: unknown, today: CalendarDate): QuizProgress {
  const { step, answers } = recordIn(stored)
  const given = recordIn(answers)
  const recipientType = oneOf(recipientTypes, given.recipientType)
  const isGift = recipientType === 'gift'
  const gender = oneOf(genders, given.gender)
  const size = textIn(given.size)
  const chosen = Array.isArray(given.styles) ? given.styles : []
  const read: QuizAnswers = {
    recipientType,
    gender,
    styles: styleChoices(isGift).filter((style) => chosen.includes(style)),
    size: gender && isSizeOption(size, gender, isGift) ? size : null,
    ...(typeof given.measured === 'number' ? { measured: given.measured } : {}),
    sizeConfirmed: given.sizeConfirmed === true,
    giftDetails: textsIn(emptyAnswers.giftDetails, given.giftDetails),
    shippingDetails: textsIn(emptyAnswers.shippingDetails, given.shippingDetails),
    ...(given.otherAddress
      ? { otherAddress: textsIn(emptyAnswers.shippingDetails, given.otherAddress) }
      : {}),
    selectedPlan: textIn(given.selectedPlan) || null,
    ...(Array.isArray(given.extraAnswers) ? { extraAnswers: extrasIn(given.extraAnswers) } : {}),
  }
  const isStep = Number.isInteger(step) && Number(step) >= 1 && Number(step) <= quizStepCount
  return { step: reachableStep(isStep ? Number(step) : 1, read, today), answers: read }
}

function extrasIn(stored: unknown[]) {
  return stored.map(recordIn).map(({ question, answers }) => ({
    question: textIn(question),
    answers: (Array.isArray(answers) ? answers : []).map(textIn),
  }))
}

function textsIn<T extends Record<string, string>>(empty: T, stored: unknown): T {
  const given = recordIn(stored)
  return Object.fromEntries(Object.keys(empty).map((name) => [name, textIn(given[name])])) as T
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function oneOf<T>(choices: readonly T[], value: unknown): T | null {
  return choices.find((choice) => choice === value) ?? null
}

function recordIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
