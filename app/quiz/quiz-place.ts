// A reload shows the server's HTML, which has the quiz at its first step. Whoever had gone further would see that step
// for a moment and then the page jump. So the quiz's height is kept on leaving; a script before it reserves the height
// and hides the wrong step until React shows the right one.
const key = 'quizHeight'

/** Runs where the quiz begins, before it is drawn. Its text never changes: the policy of the page holds its hash. */
export const placeScript = `try{if(sessionStorage.quizAnswers||/[?&]edit=/.test(location.search)){var s=document.documentElement.style,q=(sessionStorage.${key}||'').split(' ');s.setProperty('--quiz-shown','hidden');if(q[0]==innerWidth)s.setProperty('--quiz-height',q[1]+'px')}}catch(e){}`

/** Remembers how much room the quiz takes in this window. */
export function keepPlace(quiz: HTMLElement) {
  try {
    sessionStorage.setItem(key, `${window.innerWidth} ${quiz.getBoundingClientRect().height}`)
  } catch {
    // Storage may be forbidden; the page then moves once.
  }
}

/** Undoes what the script did, once the quiz stands as the visitor left it. */
export function releasePlace() {
  const { style } = document.documentElement
  style.removeProperty('--quiz-shown')
  style.removeProperty('--quiz-height')
}
