import { realQuiz, root } from './elements.ts'

function goTo(quiz: HTMLElement) {
  quiz.scrollIntoView({ block: 'start' })
  quiz.querySelector('h3')!.focus({ preventScroll: true })
}

/** Shows the quiz's second step, which the server drew, in place of the first (app/quiz/second-step.tsx). */
export function showSecond(): HTMLElement | null {
  const second = document.querySelector<HTMLElement>('.quiz-second')
  if (second) {
    root.dataset.quizStep = '2'
    goTo(second)
  }
  return second
}

export function backToFirst() {
  delete root.dataset.quizStep
  goTo(realQuiz()!)
}
