import { useCallback, useEffect, useState } from 'react'
import {
  afterLeavingStep,
  emptyAnswers,
  type QuizAnswers,
  quizStepCount,
  quizStepNames,
  withRecipientType,
} from '../../domain/quiz.ts'
import { track } from '../browser/analytics.ts'
import { onQuizRequest } from './quiz-request.ts'
import { clearProgress, loadProgress, type QuizProgress, saveProgress } from './quiz-storage.ts'

/** Changes the answers with one of the rules of domain/quiz.ts. */
export type Answer = (change: (answers: QuizAnswers) => QuizAnswers) => void

const start: QuizProgress = { step: 1, answers: emptyAnswers }

/** The quiz's step and answers: kept over reloads, pre-set by the page, moved by Next and Previous. */
export function useQuiz() {
  const [progress, setProgress] = useState(start)
  const [isRestored, setIsRestored] = useState(false)

  // After hydration, because the server renders the first step for everybody.
  useEffect(() => {
    const stored = loadProgress()
    if (stored) setProgress(stored)
    setIsRestored(true)
  }, [])

  useEffect(() => {
    if (!isRestored) return
    return onQuizRequest(({ gift, planId }) =>
      setProgress(({ step, answers }) => {
        const asked = gift ? withRecipientType(answers, 'gift') : answers
        return { step, answers: planId ? { ...asked, selectedPlan: planId } : asked }
      }),
    )
  }, [isRestored])

  useEffect(() => {
    if (isRestored && progress !== start) saveProgress(progress)
  }, [isRestored, progress])

  const answer: Answer = useCallback(
    (change) => setProgress(({ step, answers }) => ({ step, answers: change(answers) })),
    [],
  )

  function move(by: 1 | -1) {
    const to = Math.min(Math.max(progress.step + by, 1), quizStepCount)
    if (by === 1 && progress.step === 1) track('quiz_start')
    track('quiz_step', {
      step_number: to,
      step_name: quizStepNames[to - 1],
      recipient_type: progress.answers.recipientType ?? 'unknown',
    })
    setProgress({ step: to, answers: afterLeavingStep(progress.step, progress.answers) })
  }

  function reset() {
    clearProgress()
    setProgress(start)
  }

  return { ...progress, answer, move, reset }
}
