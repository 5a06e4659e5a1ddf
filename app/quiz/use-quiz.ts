import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import {
  afterLeavingStep,
  emptyAnswers,
  type QuizAnswers,
  quizStepCount,
  quizStepNames,
  reachableStep,
  withRecipientType,
} from '../../domain/quiz.ts'
import { track } from '../browser/analytics.ts'
import { earlyRecipient } from './early-recipient.ts'
import { onQuizRequest } from './quiz-request.ts'
import { loadProgress, type QuizProgress, saveProgress } from './quiz-storage.ts'
import { useIsHydrating } from './use-is-hydrating.ts'

/** Changes the answers with one of the rules of domain/quiz.ts. */
export type Answer = (change: (answers: QuizAnswers) => QuizAnswers) => void

const start: QuizProgress = { step: 1, answers: emptyAnswers }

/** The quiz's step and answers: kept over reloads, pre-set by the page, moved by Next and Previous. */
export function useQuiz(today: CalendarDate) {
  const isHydrating = useIsHydrating()
  const [recipientType] = useState(earlyRecipient)
  const restored = useMemo(() => {
    if (isHydrating) return start
    return loadProgress(today) ?? { step: 1, answers: { ...emptyAnswers, recipientType } }
  }, [isHydrating, today, recipientType])
  /** null until the visitor does something */
  const [changed, setChanged] = useState<QuizProgress | null>(null)
  const hasStarted = useRef(false)
  const progress = changed ?? restored

  const change = useCallback(
    (how: (before: QuizProgress) => QuizProgress) => setChanged((before) => how(before ?? restored)),
    [restored],
  )
  const answer: Answer = useCallback(
    (how) => change(({ step, answers }) => ({ step, answers: how(answers) })),
    [change],
  )

  useEffect(() => {
    if (isHydrating) return
    return onQuizRequest(({ gift, planId }) =>
      change(({ step, answers }) => {
        const asked = gift ? withRecipientType(answers, 'gift') : answers
        const preset = planId ? { ...asked, selectedPlan: planId } : asked
        // Whoever was at the last step for themselves has not said yet where a gift goes.
        return { step: reachableStep(step, preset, today), answers: preset }
      }),
    )
  }, [isHydrating, change, today])

  useEffect(() => {
    if (changed) saveProgress(changed)
  }, [changed])

  function move(by: 1 | -1) {
    const { step, answers } = progress
    const to = Math.min(Math.max(step + by, 1), quizStepCount)
    // Spec §4: the first advance starts the quiz, and with it the step that nobody moved to.
    if (step === 1 && !hasStarted.current) {
      track('quiz_start')
      trackStep(step, answers)
    }
    hasStarted.current = true
    trackStep(to, answers)
    setChanged({ step: to, answers: afterLeavingStep(step, answers) })
  }

  return { ...progress, isHydrating, answer, move }
}

function trackStep(step: number, { recipientType }: QuizAnswers) {
  track('quiz_step', {
    step_number: step,
    step_name: quizStepNames[step - 1],
    recipient_type: recipientType ?? 'unknown',
  })
}
