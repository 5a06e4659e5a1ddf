import { useEffect, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { emptyAnswers } from '../../domain/quiz.ts'
import { wordsFor } from '../../domain/quiz-copy.ts'
import { GenderChoices } from './first-steps.tsx'
import { QuizProgress } from './quiz-progress.tsx'
import { loadLaterSteps, steps } from './steps.ts'
import { useQuizCopy } from './use-quiz.ts'

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
export function SecondStepPlaceholder() {
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
    <form className="quiz quiz-second" aria-labelledby="quiz-second" noValidate>
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
        <button className="btn btn-1" type="submit" disabled>
          Next
        </button>
      </div>
    </form>
  )
}
