import { quizStepCount } from '../../domain/quiz.ts'

const holes = Array.from({ length: quizStepCount }, (_, index) => index + 1)

// Each one at the center of its sixth of the bar.
const placeOf = (step: number) => `${((step - 0.5) / quizStepCount) * 100}%`

/** A strap that fills hole by hole: the step divided by 6 (spec §4). */
export function QuizProgress({ step, title }: { step: number; title: string }) {
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
        <div className="prog-fill" style={{ width: `${(step / quizStepCount) * 100}%` }} />
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
