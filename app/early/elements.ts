// Absent on the server, which imports this file too.
export const root = globalThis.document?.documentElement

/** The quiz as React knows it. */
export const realQuiz = () => document.querySelector<HTMLFormElement>('form.quiz:not(.quiz-second)')

export const isChoice = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox'
