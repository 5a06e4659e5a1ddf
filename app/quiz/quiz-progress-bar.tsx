import { quizStepCount } from '../../domain/quiz.ts'

const holes = Array.from({ length: quizStepCount }, (_, index) => index + 1)

// The holes stand between the strap's straight end and its point.
const placeOf = (step: number) => `calc(1.4rem + (100% - 3.1rem) * ${(step - 1) / (quizStepCount - 1)})`

/** The strap that fills from hole to hole: value is step divided by 6 (spec §4). */
export function QuizProgressBar({ step, title }: { step: number; title: string }) {
  const said = `Step ${step} of ${quizStepCount}`
  return (
    <>
      <div className="prog-row">
        <span>{said}</span>
        <span>{title}</span>
      </div>
      <div
        className="prog"
        role="progressbar"
        aria-label="Style quiz"
        aria-valuemin={0}
        aria-valuemax={quizStepCount}
        aria-valuenow={step}
        aria-valuetext={said}
      >
        <div
          className="prog-fill"
          style={{ width: step === quizStepCount ? '100%' : `calc(${placeOf(step)} + 1.4rem)` }}
        />
        {holes.map((hole) => (
          <i
            key={hole}
            className={hole === step ? 'now' : hole < step ? 'done' : undefined}
            style={{ left: placeOf(hole) }}
          />
        ))}
      </div>
    </>
  )
}
