/** The six steps (spec §4) as a version of the quiz names them, in their order. */
export const quizKeys = ['recipientType', 'gender', 'styles', 'size', 'shipping', 'plan'] as const
export type QuizKey = (typeof quizKeys)[number]

/** An option's words: its name and the small line under it, "" for the one that the step works out itself. */
export type OptionWords = { value: string; label: string; detail: string }

/** What is asked, and what is asked of whoever gives a present. */
export type QuestionWords = {
  question: string
  /** "": the same */
  giftQuestion: string
  /** a line under it; "": the step's own, or none */
  hint: string
  options: OptionWords[]
}

/** A question beyond the spec's: never required, shown within a step, under what the step asks. */
export type ExtraQuestion = QuestionWords & { id: string; isMultiple: boolean }

/** What the public quiz takes from its published version; rules and gating are domain/quiz.ts. */
export type QuizWords = {
  version: number
  steps: Record<QuizKey, QuestionWords & { extras: ExtraQuestion[] }>
}

/** The question as this visitor reads it. */
export function wordsFor({ question, giftQuestion }: QuestionWords, isGift: boolean): string {
  return isGift && giftQuestion !== '' ? giftQuestion : question
}

/** What was answered to an extra question, in the words of its day: it stays readable when the quiz changes. */
export type ExtraAnswer = { question: string; answers: string[] }

/** Chosen option values by the id of an extra question. */
export type ExtraChoices = Record<string, string[]>

/** The choices in words, in the quiz's order; what the version does not know is left out. */
export function extraAnswers(words: QuizWords, choices: ExtraChoices, isGift: boolean): ExtraAnswer[] {
  return quizKeys
    .flatMap((key) => words.steps[key].extras)
    .flatMap((extra) => {
      const chosen = extra.options.filter(({ value }) => choices[extra.id]?.includes(value))
      const answers = (extra.isMultiple ? chosen : chosen.slice(0, 1)).map(({ label }) => label)
      return answers.length > 0 ? [{ question: wordsFor(extra, isGift), answers }] : []
    })
}
