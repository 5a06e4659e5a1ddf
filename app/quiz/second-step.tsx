import { useEffect, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { emptyAnswers } from '../../domain/quiz.ts'
import { wordsFor } from '../../domain/quiz-copy.ts'
import { GenderChoices } from './gender-step.tsx'
import { QuizProgress } from './quiz-progress.tsx'
import { loadLaterSteps, steps } from './steps.ts'
import { useQuizCopy } from './use-quiz.ts'
import './second-step.css'

// Whoever answers the quiz before React is about to need its later steps. Should they fail, the step that needs them says so.
const fetchAhead = () => void loadLaterSteps().catch(() => {})
const isAnswered = () => window.early?.heard.taps.some(([element]) => element.closest('form.quiz'))
if (!import.meta.env.SSR && isAnswered()) fetchAhead()

/** True on the server and until everything that was tapped before React came is done (app/early/second-step.ts). */
function useStandsIn(): boolean {
  return useSyncExternalStore(
    (changed) => {
      // It goes in the same moment, so that nobody finds two.
      const observer = new MutationObserver(() => flushSync(changed))
      observer.observe(document.documentElement, { attributeFilter: ['data-quiz-step'] })
      return () => observer.disconnect()
    },
    () => document.documentElement.dataset.quizStep !== undefined,
    () => true,
  )
}

/**
 * The second step as the server draws it, hidden: Next shows it before React is there. What is chosen in it is done again
 * in the quiz itself. The owner's own questions need React, and then so does Next.
 */
export function SecondStep() {
  const standsIn = useStandsIn()
  useEffect(() => {
    if (isAnswered()) fetchAhead()
  })
  const { recipientType, gender } = useQuizCopy().steps
  const { title, hint } = steps[1]!
  if (!standsIn || recipientType.extras.length + gender.extras.length > 0) return null
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
        <button className="btn btn-1" type="submit" disabled>
          Next
        </button>
      </div>
    </form>
  )
}
