// A reload shows the server's HTML, with the quiz at its first step. A visitor who was further along would see that step
// flash and the page jump. So the quiz's height is saved on leaving; on return it is reserved before the first paint, and
// the wrong step stays hidden until React shows the right one.
const key = 'quizHeight'

/** Saves the quiz's height at this window's width. */
export function saveQuizHeight(quiz: HTMLElement) {
  try {
    sessionStorage.setItem(key, `${window.innerWidth} ${quiz.getBoundingClientRect().height}`)
  } catch {
    // Storage may be blocked; then the page jumps once.
  }
}

/** Reserves it for visitors who were further along or are editing a cart item; true for them. */
export function reserveQuizSpace(): boolean {
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

/** Which parts of the quiz React has loaded: the step on screen, and the later steps. */
export const loadedQuiz = { step: false, laterSteps: false }

/** Releases it once the quiz looks as the visitor left it. */
export function releaseQuizSpace() {
  loadedQuiz.step = true
  const { style } = document.documentElement
  style.removeProperty('--quiz-shown')
  style.removeProperty('--quiz-height')
}
