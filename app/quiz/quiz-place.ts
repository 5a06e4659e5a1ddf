// A reload shows the server's HTML, which has the quiz at its first step. Whoever had gone further would see that step
// for a moment and then the page jump. So the quiz's height is kept on leaving; on coming back it is reserved before the
// first paint, and the wrong step is hidden until React shows the right one.
const key = 'quizHeight'

/** Remembers how much room the quiz takes in this window. */
export function keepQuizPlace(quiz: HTMLElement) {
  try {
    sessionStorage.setItem(key, `${window.innerWidth} ${quiz.getBoundingClientRect().height}`)
  } catch {
    // Storage may be forbidden; the page then moves once.
  }
}

/** Reserves it for whoever had gone further, or changes an item of the cart; true for those. */
export function restoreQuizPlace(): boolean {
  try {
    if (!sessionStorage.getItem('quizAnswers') && !/[?&]edit=/.test(location.search)) return false
    const [width, height] = (sessionStorage.getItem(key) ?? '').split(' ')
    const { style } = document.documentElement
    style.setProperty('--quiz-shown', 'hidden')
    if (Number(width) === innerWidth) style.setProperty('--quiz-height', `${height}px`)
    return true
  } catch {
    return false
  }
}

/** What React has of the quiz: the step that it shows, and those that are fetched later. */
export const quizHas = { step: false, laterSteps: false }

/** Undoes it, once the quiz stands as the visitor left it. */
export function releaseQuizPlace() {
  quizHas.step = true
  const { style } = document.documentElement
  style.removeProperty('--quiz-shown')
  style.removeProperty('--quiz-height')
}
