/** The keys of the six steps (spec §4) in a version of the quiz, in order. */
export const quizKeys = ['recipientType', 'gender', 'styles', 'size', 'shipping', 'plan'] as const
export type QuizKey = (typeof quizKeys)[number]

/** An option's text: its label and the small line under it; "" if the step computes that line. */
type OptionCopy = { value: string; label: string; detail: string }

/** A question's wording, for members and for givers of a gift. */
export type QuestionCopy = {
  question: string
  /** "": the same */
  giftQuestion: string
  /** a line under it; "": the step's own, or none */
  hint: string
  options: OptionCopy[]
}

/** A question beyond the spec's: never required, shown within a step, below the step's own. */
export type ExtraQuestion = QuestionCopy & { id: string; isMultiple: boolean }

/** What the public quiz takes from its published version; rules and gating are in domain/quiz.ts. */
export type QuizCopy = {
  version: number
  steps: Record<QuizKey, QuestionCopy & { extras: ExtraQuestion[] }>
}

/** The question as this visitor sees it. */
export function wordsFor({ question, giftQuestion }: QuestionCopy, isGift: boolean): string {
  return (isGift && giftQuestion) || question
}

/** The answer to an extra question, in the words shown at the time, so that it stays readable when the quiz changes. */
export type ExtraAnswer = { question: string; answers: string[] }

const isOf = ({ question, giftQuestion }: ExtraQuestion, answer: ExtraAnswer) =>
  answer.question === question || (giftQuestion !== '' && answer.question === giftQuestion)

/** The labels of the chosen options. */
export function chosenOf(extra: ExtraQuestion, known: readonly ExtraAnswer[]): string[] {
  return known.find((answer) => isOf(extra, answer))?.answers ?? []
}

/** Toggles an option of an extra question. Answers are kept in the quiz's order and in this visitor's wording. */
export function withExtraToggled(
  known: readonly ExtraAnswer[],
  extra: ExtraQuestion,
  label: string,
  isGift: boolean,
): ExtraAnswer[] {
  const before = chosenOf(extra, known)
  const wasChosen = before.includes(label)
  const others = extra.isMultiple ? before.filter((each) => each !== label) : []
  const chosen = wasChosen ? others : [...others, label]
  const answers = extra.options.map((option) => option.label).filter((each) => chosen.includes(each))
  const rest = known.filter((answer) => !isOf(extra, answer))
  return answers.length > 0 ? [...rest, { question: wordsFor(extra, isGift), answers }] : rest
}
