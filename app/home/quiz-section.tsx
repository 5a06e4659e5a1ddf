import type { CalendarDate } from '../../domain/calendar-date.ts'
import { quizSectionId } from '../quiz/quiz-request.ts'
import { StyleQuiz } from '../quiz/style-quiz.tsx'

/** @param today the shop's day: no gift can be announced before it */
export function QuizSection({ today }: { today: CalendarDate }) {
  return (
    <section className="section quiz-bleed" id={quizSectionId} tabIndex={-1} aria-labelledby="quiz-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="quiz-title">Style Quiz</h2>
          <p className="lead">About two minutes. No account.</p>
        </div>
      </div>
      <div className="wrap quiz-wrap">
        <StyleQuiz today={today} />
      </div>
    </section>
  )
}
