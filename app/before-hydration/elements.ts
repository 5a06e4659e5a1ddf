// Undefined on the server, which imports this file too.
export const root = globalThis.document?.documentElement

/** React's own quiz form, not the placeholder of its second step. */
export const realQuiz = () => document.querySelector<HTMLFormElement>('form.quiz:not(.quiz-second)')

export const isChoice = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox'
