/** The six steps (spec §4) as a version of the quiz names them, in their order. */
export const quizKeys = ['recipientType', 'gender', 'styles', 'size', 'shipping', 'plan'] as const
export type QuizKey = (typeof quizKeys)[number]

/** An option's words: its name and the small line under it, "" for the one that the step works out itself. */
type OptionCopy = { value: string; label: string; detail: string }

/** What is asked, and what is asked of whoever gives a present. */
export type QuestionCopy = {
  question: string
  /** "": the same */
  giftQuestion: string
  /** a line under it; "": the step's own, or none */
  hint: string
  options: OptionCopy[]
}

/** A question beyond the spec's: never required, shown within a step, under what the step asks. */
export type ExtraQuestion = QuestionCopy & { id: string; isMultiple: boolean }

/** What the public quiz takes from its published version; rules and gating are domain/quiz.ts. */
export type QuizCopy = {
  version: number
  steps: Record<QuizKey, QuestionCopy & { extras: ExtraQuestion[] }>
}

/** The question as this visitor reads it. */
export function wordsFor({ question, giftQuestion }: QuestionCopy, isGift: boolean): string {
  return (isGift && giftQuestion) || question
}
