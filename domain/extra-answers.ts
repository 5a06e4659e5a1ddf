import { type ExtraQuestion, wordsFor } from './quiz-copy.ts'

/** What was answered to an extra question, in the words of its day: it stays readable when the quiz changes. */
export type ExtraAnswer = { question: string; answers: string[] }

const isOf = ({ question, giftQuestion }: ExtraQuestion, answer: ExtraAnswer) =>
  answer.question === question || (giftQuestion !== '' && answer.question === giftQuestion)

/** The names of the options that are chosen. */
export function chosenOf(extra: ExtraQuestion, known: readonly ExtraAnswer[]): string[] {
  return known.find((answer) => isOf(extra, answer))?.answers ?? []
}

/** Chooses an option of an extra question, or takes it back; in the quiz's order, and in this visitor's words. */
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
