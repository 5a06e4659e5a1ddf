import {
  type FormEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Needs } from '../../domain/needs.ts'
import { canLeaveStep, emptyAnswers, type QuizAnswers, quizStepCount, type Reach } from '../../domain/quiz.ts'
import { quizKeys, wordsFor } from '../../domain/quiz-copy.ts'
import './quiz.css'
import './quiz-choices.css'
import { flushSync } from 'react-dom'
import { stopOf } from '../../domain/sale-stop.ts'
import { sizeQuestion } from '../../domain/sizing.ts'
import { useShop } from '../shop/use-shop.ts'
import { GenderChoices, QuizProgress } from './first-steps.tsx'
import { releaseQuizSpace, saveQuizHeight } from './quiz-space.ts'
import { ExtraQuestions, loadLaterSteps, steps } from './steps.ts'
import { type QuizEdit, useQuiz, useQuizCopy } from './use-quiz.ts'

type StyleQuizProps = {
  today: CalendarDate
  /** the cart item being edited */
  edit?: QuizEdit
  /** shown above the steps while editing */
  bar?: (step: number, goTo: (step: number) => void) => ReactNode
}

/** The six-step style quiz (spec §4). `today` is the shop's day, the first on which a gift can be announced. */
export function StyleQuiz({ today, edit, bar }: StyleQuizProps) {
  const { step, answers, isHydrating, answer, move, jump } = useQuiz(today, edit)
  const navigate = useNavigate()
  const card = useRef<HTMLFormElement>(null)
  const question = useRef<HTMLHeadingElement>(null)
  const hasMoved = useRef(false)
  const submitted = useRef<{ answers: QuizAnswers; itemId?: string } | null>(null)
  const { Step, title, hint } = steps[step - 1]!
  const quiz = useQuizCopy()
  const { plans, stops = [] } = useShop()
  const key = quizKeys[step - 1]!
  const words = quiz.steps[key]
  const asked = wordsFor(words, answers.recipientType === 'gift')
  const [isReachable, setReach] = useState<Reach>()
  const isStopped =
    step === quizStepCount && stopOf(stops, { ...answers, planId: answers.selectedPlan }, today) !== undefined
  const canLeave = canLeaveStep(step, answers, today, isReachable) && !isStopped

  // The table of states and ZIP codes comes with the later steps, so that the home page doesn't load it.
  useEffect(() => {
    if (step > 1)
      loadLaterSteps().then(
        (later) => setReach(() => later.isReachable),
        // The step itself reports that it didn't load.
        () => {},
      )
  }, [step])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new step moves the card, not the other values used
  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    card.current?.scrollIntoView({ block: 'start' })
    question.current?.focus({ preventScroll: true })
  }, [step])

  useEffect(() => {
    const leave = () => card.current && saveQuizHeight(card.current)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])

  // If it fails, the step that needs it says so; nothing typed is lost.
  const prefetchSteps = () => void loadLaterSteps().catch(() => {})

  function count(to: number) {
    if (edit) return
    loadLaterSteps().then(
      ({ countSteps }) => countSteps(quiz.version, to, answers.recipientType),
      () => {},
    )
  }

  function go(by: 1 | -1) {
    hasMoved.current = true
    count(step + by)
    move(by)
  }

  function goTo(to: number) {
    hasMoved.current = true
    jump(to)
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!canLeave) return
    if (step < quizStepCount) return go(1)
    // Pressed again because the cart page didn't load: the item is already in the cart, maybe with other answers.
    const before = submitted.current
    if (before?.answers !== answers) {
      submitted.current = { ...before, answers }
      if (edit) edit.finish(answers)
      else submitted.current.itemId = (await loadLaterSteps()).submitQuiz(answers, plans, before?.itemId)
      if (!before) count(7)
    }
    void navigate('/cart')
  }

  return (
    <>
      {step === quizStepCount && <PrefetchPageLinks page="/cart" />}
      <form
        className="quiz sheet"
        ref={card}
        aria-labelledby="quiz-question"
        noValidate
        onSubmit={onSubmit}
        onFocus={prefetchSteps}
        onPointerEnter={prefetchSteps}
      >
        <div className="quiz-top">
          {bar?.(step, goTo)}
          <QuizProgress step={step} title={title} />
          {!edit && step < quizStepCount && <ChosenPlan planId={answers.selectedPlan} />}
        </div>
        <div className="quiz-main" key={step}>
          <div className="quiz-q">
            <h3 id="quiz-question" ref={question} tabIndex={-1}>
              {key === 'size' ? sizeQuestion(asked, answers.gender) : asked}
            </h3>
            <p>{words.hint || hint(answers)}</p>
          </div>
          <Suspense fallback={<div className="step-wait" aria-busy="true" />}>
            <Step answers={answers} answer={answer} today={today} />
            {words.extras.length > 0 && <ExtraQuestions step={key} answers={answers} answer={answer} />}
            {!isHydrating && <ReleaseSpace />}
          </Suspense>
        </div>
        <div className="quiz-nav">
          {key === 'size' && answers.size && !answers.sizeConfirmed && (
            <button
              className="btn btn-3 quiz-left"
              type="button"
              onClick={() => card.current?.querySelector<HTMLElement>('.agree input')?.focus()}
            >
              Confirm your size to continue
            </button>
          )}
          <button className="btn btn-3" type="button" disabled={step === 1} onClick={() => go(-1)}>
            Previous
          </button>
          <button className="btn btn-1" type="submit" data-needs={firstNeeds[step]} disabled={!canLeave}>
            {step < quizStepCount ? 'Next' : edit ? 'Save Changes' : 'Add to Cart'}
          </button>
        </div>
      </form>
      {!edit && <SecondStepPlaceholder />}
    </>
  )
}

/**
 * Says which plan is chosen before its step, by a link of the page or earlier. All are there, so that the script that stands
 * in for React can show one.
 */
function ChosenPlan({ planId }: { planId: string | null }) {
  return useShop().plans.map(({ id, name }) => (
    <p key={id} className="quiz-plan small quiet" data-plan={id} hidden={id !== planId}>
      {`The ${name} plan is chosen. You can change it in step ${quizStepCount}.`}
    </p>
  ))
}

/** What the steps that the server renders need, by step (domain/needs.ts): `canLeaveStep` asks the same of them all. */
const firstNeeds: Record<number, Needs> = { 1: 'quiz-recipient', 2: 'quiz-gender' }

/** Rendered with the step, so that the space is released when the lazy step has arrived. */
function ReleaseSpace() {
  useLayoutEffect(releaseQuizSpace, [])
  return null
}

// Anyone who answers the quiz before hydration will need its later steps. If they fail to load, the step that needs them says so.
const prefetchSteps = () => void loadLaterSteps().catch(() => {})
const isAnswered = () =>
  window.beforeHydration?.recorded.taps.some(([element]) => element.closest('form.quiz'))
if (!import.meta.env.SSR && isAnswered()) prefetchSteps()

/** True on the server and until the taps made before hydration are replayed (app/before-hydration/replay-input.ts). */
function useIsNeeded(): boolean {
  return useSyncExternalStore(
    (changed) => {
      // Removed in the same moment, so that there are never two forms.
      const observer = new MutationObserver(() => flushSync(changed))
      observer.observe(document.documentElement, { attributeFilter: ['data-quiz-step'] })
      return () => observer.disconnect()
    },
    () => document.documentElement.dataset.quizStep !== undefined,
    () => true,
  )
}

/**
 * The second step, rendered hidden by the server: Next shows it before hydration, and what is chosen in it is replayed in
 * the quiz itself. The owner's own questions need React, and with them Next does, too.
 */
function SecondStepPlaceholder() {
  const isNeeded = useIsNeeded()
  useEffect(() => {
    if (isAnswered()) prefetchSteps()
  })
  const { recipientType, gender } = useQuizCopy().steps
  const { title, hint } = steps[1]!
  if (!isNeeded || recipientType.extras.length + gender.extras.length > 0) return null
  const [mine, theirs] = [wordsFor(gender, false), wordsFor(gender, true)]
  const question =
    mine === theirs ? (
      mine
    ) : (
      <>
        <span className="if-mine">{mine}</span>
        <span className="if-gift">{theirs}</span>
      </>
    )
  return (
    <form className="quiz quiz-second sheet" aria-labelledby="quiz-second" noValidate>
      <div className="quiz-top">
        <QuizProgress step={2} title={title} />
      </div>
      <div className="quiz-main">
        <div className="quiz-q">
          <h3 id="quiz-second" tabIndex={-1}>
            {question}
          </h3>
          <p>{gender.hint || hint(emptyAnswers)}</p>
        </div>
        <GenderChoices legend={question} chosen={null} onChoose={() => {}} />
      </div>
      <div className="quiz-nav">
        <button className="btn btn-3" type="button">
          Previous
        </button>
        <button className="btn btn-1" type="submit" data-needs={firstNeeds[2]} disabled>
          Next
        </button>
      </div>
    </form>
  )
}
