import type { ComponentType } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { QuizAnswers } from '../../domain/quiz.ts'
import { measuredWord } from '../../domain/sizing.ts'
import { late } from '../ui/late.tsx'
import { RecipientStep } from './recipient-step.tsx'

import type { Answer } from './use-quiz.ts'

type StepEntry = {
  /** what the progress row calls it */
  title: string
  /** unless the published version has its own (domain/quiz-words.ts) */
  hint: (answers: QuizAnswers) => string
  Step: ComponentType<StepProps>
}

/** Fetches all steps but the first; asked for when somebody comes near, so that Next need not wait. */
export const loadLaterSteps = () => import('./later-steps.ts')

type StepName = 'GenderStep' | 'StylesStep' | 'SizeStep' | 'ShippingStep' | 'PlanStep'

const later = (name: StepName) => late(async () => (await loadLaterSteps())[name])

const isGift = (answers: QuizAnswers) => answers.recipientType === 'gift'

/** The six steps of spec §4 in their order. */
export const steps: StepEntry[] = [
  {
    title: 'Who it is for',
    hint: () => 'You can add another person later, in the same order.',
    Step: RecipientStep,
  },
  {
    title: 'Men or women',
    hint: () => 'It decides the sizes and the cut, nothing else.',
    Step: later('GenderStep'),
  },
  {
    title: 'Styles',
    hint: () => 'Choose one or more. We rotate among them.',
    Step: later('StylesStep'),
  },
  {
    title: 'Size',
    hint: (answers) =>
      `Large figure: the belt. Small figure: the ${measuredWord[answers.gender ?? 'male']} size.`,
    Step: later('SizeStep'),
  },
  {
    title: 'Shipping',
    hint: (answers) =>
      isGift(answers)
        ? 'Your message arrives on the day you choose. The recipient never sees a price.'
        : 'Within the US. Shipping is free.',
    Step: later('ShippingStep'),
  },
  {
    title: 'Plan',
    hint: () => 'Every plan is one belt a month, with free exchanges.',
    Step: later('PlanStep'),
  },
]

/** The owner's own questions of a step: fetched with the later steps. */
export const ExtraQuestions = late(async () => (await loadLaterSteps()).ExtraQuestions)

/** What every step of the quiz is given. `today` is the shop's day. */
export type StepProps = { answers: QuizAnswers; answer: Answer; today: CalendarDate }
