import { machine } from './machine.ts'

/** A wording of the quiz: one draft is edited, one is asked, those of before keep their words. */
export const quizMachine = machine({ draft: ['published'], published: ['retired'], retired: [] })
export type QuizState = (typeof quizMachine.states)[number]
