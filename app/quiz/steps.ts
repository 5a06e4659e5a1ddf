import { type ComponentType, createElement, useState } from 'react'
import type { QuizAnswers } from '../../domain/quiz.ts'
import { inchesAdded } from '../../domain/sizing.ts'
import { late } from '../ui/late.tsx'
import { GenderStep, RecipientStep } from './first-steps.tsx'
import { loadedQuiz } from './quiz-space.ts'
import type { StepProps } from './use-quiz.ts'

type StepEntry = {
  /** its name in the progress row */
  title: string
  /** used where the published version has none (domain/quiz-copy.ts) */
  hint: (answers: QuizAnswers) => string
  Step: ComponentType<StepProps>
}

/** Loads all steps but the first two; prefetched when a visitor comes near, so that Next doesn't wait. */
export async function loadLaterSteps() {
  try {
    laterSteps = await import('./later-steps.tsx')
    return laterSteps
  } finally {
    loadedQuiz.laterSteps = true
  }
}
let laterSteps: typeof import('./later-steps.tsx') | undefined

type StepName = 'StylesStep' | 'SizeStep' | 'ShippingStep' | 'PlanStep'

function later(name: StepName) {
  const Late = late(async () => (await loadLaterSteps())[name])
  return function LaterStep(props: StepProps) {
    // Rendered without Suspense if it's already loaded: after a fallback React waits 300 ms.
    const [Step] = useState(() => laterSteps?.[name] ?? Late)
    return createElement(Step, props)
  }
}

const isGift = (answers: QuizAnswers) => answers.recipientType === 'gift'

/** The six steps of spec §4 in their order. */
export const steps: StepEntry[] = [
  {
    title: 'Who it is for',
    hint: () => 'You can add someone else to the same order later.',
    Step: RecipientStep,
  },
  {
    title: 'Men or women',
    hint: () => 'We only use this for sizing and cut.',
    Step: GenderStep,
  },
  {
    title: 'Styles',
    hint: () => 'Pick as many as you like. We’ll mix it up from month to month.',
    Step: later('StylesStep'),
  },
  {
    title: 'Size',
    hint: () => `Go by a pair that fits. The belt is ${inchesAdded} inches longer, and we’ve done the math.`,
    Step: later('SizeStep'),
  },
  {
    title: 'Shipping',
    hint: (answers) =>
      isGift(answers)
        ? 'Your message arrives on the day you pick. They’ll never see a price.'
        : 'Free shipping anywhere in the US.',
    Step: later('ShippingStep'),
  },
  {
    title: 'Plan',
    hint: () => 'One belt a month on every plan, with free exchanges.',
    Step: later('PlanStep'),
  },
]

/** The owner's own questions of a step; loaded with the later steps. */
export const ExtraQuestions = late(async () => (await loadLaterSteps()).ExtraQuestions)
