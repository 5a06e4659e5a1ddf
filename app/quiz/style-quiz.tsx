import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { canLeaveStep, quizStepCount } from '../../domain/quiz.ts'
import './quiz.css'
import './quiz-choices.css'
import { QuizProgressBar } from './quiz-progress-bar.tsx'
import { steps } from './steps.ts'
import { submitQuiz } from './submit-quiz.ts'
import { useQuiz } from './use-quiz.ts'

/** The six-step style quiz (spec §4). `today` is the shop's day, before which no gift can be announced. */
export function StyleQuiz({ today }: { today: CalendarDate }) {
  const { step, answers, answer, move, reset } = useQuiz()
  const navigate = useNavigate()
  const card = useRef<HTMLFormElement>(null)
  const question = useRef<HTMLHeadingElement>(null)
  const hasMoved = useRef(false)
  const { Step, title, question: words, hint } = steps[step - 1]!
  const canLeave = canLeaveStep(step, answers, today)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what moves the card, not what it reads
  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    card.current?.scrollIntoView({ block: 'start' })
    question.current?.focus({ preventScroll: true })
  }, [step])

  function go(by: 1 | -1) {
    hasMoved.current = true
    move(by)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!canLeave) return
    if (step < quizStepCount) return go(1)
    submitQuiz(answers)
    reset()
    navigate('/cart')
  }

  return (
    <form className="quiz sheet" ref={card} aria-labelledby="quiz-question" noValidate onSubmit={onSubmit}>
      <div className="quiz-top">
        <QuizProgressBar step={step} title={title} />
      </div>
      <div className="quiz-main" key={step}>
        <div className="quiz-q">
          <h3 id="quiz-question" ref={question} tabIndex={-1}>
            {words(answers)}
          </h3>
          <p>{hint(answers)}</p>
        </div>
        <Step answers={answers} answer={answer} today={today} />
      </div>
      <div className="quiz-nav">
        <button className="btn btn-3" type="button" disabled={step === 1} onClick={() => go(-1)}>
          Previous
        </button>
        <button className="btn btn-1" type="submit" disabled={!canLeave}>
          {step === quizStepCount ? 'Add to Cart' : 'Next'}
        </button>
      </div>
    </form>
  )
}
