import { type ExtraQuestion, wordsFor } from './quiz-copy.ts'

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
