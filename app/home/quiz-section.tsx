import { Suspense } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { QuizWords } from '../../domain/quiz-words.ts'
import { useEditedId } from '../quiz/edit-link.ts'
import { quizSectionId } from '../quiz/quiz-request.ts'
import { StyleQuiz } from '../quiz/style-quiz.tsx'
import { useIsHydrating } from '../quiz/use-is-hydrating.ts'
import { QuizWordsContext } from '../quiz/use-quiz-words.ts'
import { late } from '../ui/late.tsx'

const EditQuiz = late(async () => (await import('../quiz/edit-quiz.tsx')).EditQuiz)

/** @param today the shop's day: no gift can be announced before it */
export function QuizSection({ today, words }: { today: CalendarDate; words: QuizWords }) {
  const editedId = useEditedId()
  // The server's HTML is the same for all addresses of the page.
  const isHydrating = useIsHydrating()
  return (
    <section className="section quiz-bleed" id={quizSectionId} tabIndex={-1} aria-labelledby="quiz-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="quiz-title">Style Quiz</h2>
          <p className="lead">About two minutes. No account.</p>
        </div>
      </div>
      <div className="wrap quiz-wrap">
        <QuizWordsContext value={words}>
          {editedId && !isHydrating ? (
            <Suspense fallback={<div className="quiz sheet step-wait" aria-busy="true" />}>
              <EditQuiz key={editedId} id={editedId} today={today} />
            </Suspense>
          ) : (
            <StyleQuiz today={today} />
          )}
        </QuizWordsContext>
      </div>
    </section>
  )
}
