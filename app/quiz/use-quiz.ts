import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { findPlan } from '../../domain/plan.ts'
import {
  afterLeavingStep,
  emptyAnswers,
  type QuizAnswers,
  quizStepCount,
  reachableStep,
  withRecipientType,
} from '../../domain/quiz.ts'
import { track } from '../browser/analytics.ts'
import { useShop } from '../layout/use-shop.ts'
import { earlyRecipient } from './early-recipient.ts'
import { onQuizAsked, onQuizRequest } from './quiz-request.ts'
import { loadProgress, type QuizProgress, saveProgress } from './quiz-storage.ts'
import { stepFacts } from './step-facts.ts'
import { useIsHydrating } from './use-is-hydrating.ts'

/** Changes the answers with one of the rules of domain/quiz.ts. */
export type Answer = (change: (answers: QuizAnswers) => QuizAnswers) => void

/** An item of the cart whose answers are given again, instead of those of a new one (edit-quiz.tsx). */
export type QuizEdit = {
  load: (today: CalendarDate) => QuizProgress
  save: (progress: QuizProgress) => void
  stepAfterJump: (from: number, to: number, answers: QuizAnswers, today: CalendarDate) => number
  /** the page asks for a new item */
  leave: () => void
  finish: (answers: QuizAnswers) => void
}

const start: QuizProgress = { step: 1, answers: emptyAnswers }

/** The quiz's step and answers: kept over reloads, pre-set by the page, moved by Next and Previous. */
export function useQuiz(today: CalendarDate, edit?: QuizEdit) {
  const isHydrating = useIsHydrating()
  const { plans } = useShop()
  const [recipientType] = useState(earlyRecipient)
  const restored = useMemo(() => {
    if (isHydrating) return start
    const kept = edit ? edit.load(today) : loadProgress(today)
    if (!kept) return { step: 1, answers: { ...emptyAnswers, recipientType } }
    const { step, answers } = kept
    // A plan that is no longer sold has to be chosen again.
    const selectedPlan = findPlan(plans, answers.selectedPlan ?? '')?.id ?? null
    return { step, answers: { ...answers, selectedPlan } }
  }, [isHydrating, today, recipientType, edit, plans])
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
    if (edit) return onQuizAsked(edit.leave)
    return onQuizRequest(({ gift, planId }) =>
      change(({ step, answers }) => {
        const asked = gift ? withRecipientType(answers, 'gift') : answers
        const preset = planId ? { ...asked, selectedPlan: planId } : asked
        // Whoever was at the last step for themselves has not said yet where a gift goes.
        return { step: reachableStep(step, preset, today), answers: preset }
      }),
    )
  }, [isHydrating, change, today, edit])

  useEffect(() => {
    if (changed) (edit?.save ?? saveProgress)(changed)
  }, [changed, edit])

  function move(by: 1 | -1) {
    const { step, answers } = progress
    const to = Math.min(Math.max(step + by, 1), quizStepCount)
    // Spec §4: the first advance starts the quiz, and with it the step that nobody moved to.
    if (step === 1 && !hasStarted.current && !edit) {
      track('quiz_start')
      trackStep(step, answers)
    }
    hasStarted.current = true
    trackStep(to, answers)
    setChanged({ step: to, answers: afterLeavingStep(step, answers) })
  }

  function jump(to: number) {
    const { step, answers } = progress
    const reached = edit?.stepAfterJump(step, to, answers, today)
    if (reached && reached !== step) setChanged({ step: reached, answers: afterLeavingStep(step, answers) })
  }

  return { ...progress, isHydrating, answer, move, jump }
}

function trackStep(step: number, answers: QuizAnswers) {
  track('quiz_step', stepFacts(step, answers))
}
