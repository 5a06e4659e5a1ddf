import { type FormEvent, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { canLeaveStep, quizStepCount, type Reach } from '../../domain/quiz.ts'
import { quizKeys, wordsFor } from '../../domain/quiz-copy.ts'
import './quiz.css'
import './quiz-choices.css'
import { sizeQuestion } from '../../domain/sizing.ts'
import { useShop } from '../shop/use-shop.ts'
import { keepQuizPlace, releaseQuizPlace } from './quiz-place.ts'
import { QuizProgress } from './quiz-progress.tsx'
import { SecondStep } from './second-step.tsx'
import { ExtraQuestions, loadLaterSteps, steps } from './steps.ts'
import { type QuizEdit, useQuiz, useQuizCopy } from './use-quiz.ts'

type StyleQuizProps = {
  today: CalendarDate
  /** an item of the cart that is changed */
  edit?: QuizEdit
  /** what stands above the steps then */
  bar?: (step: number, goTo: (step: number) => void) => ReactNode
}

/** The six-step style quiz (spec §4). `today` is the shop's day, before which no gift can be announced. */
export function StyleQuiz({ today, edit, bar }: StyleQuizProps) {
  const { step, answers, isHydrating, answer, move, jump } = useQuiz(today, edit)
  const navigate = useNavigate()
  const card = useRef<HTMLFormElement>(null)
  const question = useRef<HTMLHeadingElement>(null)
  const hasMoved = useRef(false)
  const isSubmitted = useRef(false)
  const { Step, title, hint } = steps[step - 1]!
  const quiz = useQuizCopy()
  const { plans } = useShop()
  const key = quizKeys[step - 1]!
  const words = quiz.steps[key]
  const asked = wordsFor(words, answers.recipientType === 'gift')
  const [isReachable, setReach] = useState<Reach>()
  const canLeave = canLeaveStep(step, answers, today, isReachable)

  // The table of states and ZIP codes comes with the later steps, so that the first page need not load it.
  useEffect(() => {
    if (step > 1)
      loadLaterSteps().then(
        (later) => setReach(() => later.isReachable),
        // The step itself says that it didn't load.
        () => {},
      )
  }, [step])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what moves the card, not what it reads
  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    card.current?.scrollIntoView({ block: 'start' })
    question.current?.focus({ preventScroll: true })
  }, [step])

  useEffect(() => {
    const leave = () => card.current && keepQuizPlace(card.current)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])

  // Should it fail, the step that needs it says so; nothing typed is lost.
  const comeNear = () => void loadLaterSteps().catch(() => {})

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
    // Pressed again where the cart's page did not come: the item is in it by now.
    if (!isSubmitted.current) {
      isSubmitted.current = true
      if (edit) edit.finish(answers)
      else (await loadLaterSteps()).submitQuiz(answers, plans)
      count(7)
    }
    navigate('/cart')
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
        onFocus={comeNear}
        onPointerEnter={comeNear}
      >
        <div className="quiz-top">
          {bar?.(step, goTo)}
          <QuizProgress step={step} title={title} />
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
            {!isHydrating && <PlaceReleased />}
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
          <button className="btn btn-1" type="submit" disabled={!canLeave}>
            {step < quizStepCount ? 'Next' : edit ? 'Save Changes' : 'Add to Cart'}
          </button>
        </div>
      </form>
      {!edit && <SecondStep />}
    </>
  )
}

/** Stands beside a step, so that it arrives with it: the steps come later than the page. */
function PlaceReleased() {
  useLayoutEffect(releaseQuizPlace, [])
  return null
}
