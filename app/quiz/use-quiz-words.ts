import { createContext, useContext } from 'react'
import type { QuizKey, QuizWords } from '../../domain/quiz-words.ts'

/** The published version's words, given to the quiz by its page. */
export const QuizWordsContext = createContext<QuizWords | null>(null)

export function useQuizWords(): QuizWords {
  return useContext(QuizWordsContext)!
}

/** Name and small line of an option of a step; what the version does not say is `otherwise`. */
export function useOptionWords(key: QuizKey) {
  const { options } = useQuizWords().steps[key]
  return (value: string, otherwise = '') => {
    const words = options.find((option) => option.value === value)
    return { label: words?.label ?? value, detail: words?.detail || otherwise }
  }
}
