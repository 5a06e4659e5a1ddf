import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { QuizAnswers } from '../../domain/quiz.ts'
import type { Answer } from './use-quiz.ts'

/** What every step of the quiz is given. `today` is the shop's day. */
export type StepProps = { answers: QuizAnswers; answer: Answer; today: CalendarDate }
