import { useNavigate } from 'react-router'
import { quizSectionId } from '../quiz/quiz-request.ts'

/** Back to the home page's quiz (spec §2 "Cart and checkout"). */
export function useGoToQuiz() {
  const navigate = useNavigate()
  return () => navigate(`/#${quizSectionId}`)
}
