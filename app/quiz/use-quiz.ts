import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { findPlan } from '../../domain/plan.ts'
import {
  afterLeavingStep,
  emptyAnswers,
  type QuizAnswers,
  quizStepCount,
  quizStepNames,
  reachableStep,
  withRecipientType,
} from '../../domain/quiz.ts'
import type { QuizCopy, QuizKey } from '../../domain/quiz-copy.ts'
import { track } from '../browser/analytics.ts'
import { presetIn, withoutPreset } from '../shop/quiz-preset.ts'
import { onQuizAsked, onQuizRequest, requestQuiz } from '../shop/quiz-request.ts'
import { useShop } from '../shop/use-shop.ts'
import { loadProgress, type QuizProgress, saveProgress } from './quiz-storage.ts'

/** The published version's copy, provided by the page. */
export const QuizCopyContext = createContext<QuizCopy | null>(null)

export function useQuizCopy(): QuizCopy {
  return useContext(QuizCopyContext)!
}

/** Label and detail of a step's option; `otherwise` is the detail used if the published version has none. */
export function useOptionCopy(key: QuizKey) {
  const { options } = useQuizCopy().steps[key]
  return (value: string, otherwise = '') => {
    const words = options.find((option) => option.value === value)
    return { label: words?.label ?? value, detail: words?.detail || otherwise }
  }
}

/** After this long without a keystroke, a field counts as filled in. */
const pauseMs = 1500

/** True once a filled-in field was left or typing paused: an error before that would only interrupt. */
export function useSettled(value: string) {
  const [isSettled, setIsSettled] = useState(value !== '')

  useEffect(() => {
    if (isSettled || value === '') return
    const timer = setTimeout(() => setIsSettled(true), pauseMs)
    return () => clearTimeout(timer)
  }, [isSettled, value])

  return { isSettled, leave: () => setIsSettled(isSettled || value !== '') }
}

/** Changes the answers by one of the rules in domain/quiz.ts. */
type Answer = (change: (answers: QuizAnswers) => QuizAnswers) => void

/** What every step of the quiz is given. `today` is the shop's day. */
export type StepProps = { answers: QuizAnswers; answer: Answer; today: CalendarDate }

/** Editing an item of the cart instead of adding a new one (edit-quiz.tsx). */
export type QuizEdit = {
  load: (today: CalendarDate) => QuizProgress
  save: (progress: QuizProgress) => void
  stepAfterJump: (from: number, to: number, answers: QuizAnswers, today: CalendarDate) => number
  /** the page asked for a new item */
  leave: () => void
  finish: (answers: QuizAnswers) => void
}

const start: QuizProgress = { step: 1, answers: emptyAnswers }

/** The quiz's step and answers: kept across reloads, preset by the page, moved by Next and Previous. */
export function useQuiz(today: CalendarDate, edit?: QuizEdit) {
  const isHydrating = useIsHydrating()
  const { plans } = useShop()
  const restored = useMemo(() => {
    if (isHydrating) return start
    const kept = edit ? edit.load(today) : loadProgress(today)
    if (!kept) return start
    const { step, answers } = kept
    // A plan that is no longer sold has to be replaced.
    const selectedPlan = findPlan(plans, answers.selectedPlan ?? '')?.id ?? null
    return { step, answers: { ...answers, selectedPlan } }
  }, [isHydrating, today, edit, plans])
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
    takePreset()
    return onQuizRequest(({ gift, planId, gender, style }) =>
      change(({ step, answers }) => {
        const asked = gift ? withRecipientType(answers, 'gift') : answers
        const worn =
          gender && style
            ? { ...asked, gender, styles: [style], size: gender === asked.gender ? asked.size : null }
            : asked
        const preset = planId ? { ...worn, selectedPlan: planId } : worn
        // A quiz finished for oneself and then preset to a gift still lacks the gift's answers, and passes the giver's own.
        const isTurned = gift && answers.recipientType === 'myself'
        return { step: reachableStep(isTurned ? Math.min(step, 2) : step, preset, today), answers: preset }
      }),
    )
  }, [isHydrating, change, today, edit])

  useEffect(() => {
    if (changed) (edit?.save ?? saveProgress)(changed)
  }, [changed, edit])

  function move(by: 1 | -1) {
    const { step, answers } = progress
    const to = Math.min(Math.max(step + by, 1), quizStepCount)
    // Spec §4: the first advance starts the quiz, and also reports step 1, which no advance leads to.
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

/** Passes on what the address presets, once. */
function takePreset() {
  const { pathname, search, hash } = window.location
  const preset = presetIn(search)
  if (!preset) return
  window.history.replaceState(window.history.state, '', pathname + withoutPreset(search) + hash)
  requestQuiz(preset)
}

function trackStep(step: number, answers: QuizAnswers) {
  track('quiz_step', stepEvent(step, answers))
}

/** A quiz_step event (spec §1): the step, 1 to 6, its name, and for whom, or unknown. */
export function stepEvent(step: number, { recipientType }: Pick<QuizAnswers, 'recipientType'>) {
  return {
    step_number: step,
    step_name: quizStepNames[step - 1],
    recipient_type: recipientType ?? 'unknown',
  }
}

const never = () => () => {}

/** True while React hydrates the server's HTML, which is the same for every visitor; false from then on. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
