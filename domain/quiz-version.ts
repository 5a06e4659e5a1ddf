import { machine } from './machine.ts'

/** A version of the quiz: one draft is being edited, one is published, and older ones keep their wording. */
export const quizMachine = machine({ draft: ['published'], published: ['retired'], retired: [] })
export type QuizState = (typeof quizMachine.states)[number]
