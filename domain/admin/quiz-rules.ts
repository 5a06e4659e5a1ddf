import { recipientPicksStyle } from '../quiz.ts'
import { type QuizKey, quizKeys } from '../quiz-copy.ts'
import { recipientChoosesSize, unsureSize } from '../sizing.ts'
import { suggestSlug } from '../slug.ts'
import type { OptionFields, QuestionFields } from './quiz-contracts.ts'

type Known = { key: string | null; questionType: string; answerOptions: readonly OptionFields[] }
/** Which field is wrong and how; null: nothing is. */
export type Wrong = { field: string; sentence: string } | null

/** Options whose words the specification fixes (spec §2, §5). */
const fixedLabels: readonly string[] = [recipientPicksStyle, recipientChoosesSize, unsureSize]

/** Whether an option's words are fixed. Plans have the same names everywhere. */
export function isFixedLabel(key: string | null, value: string): boolean {
  return key === 'plan' || (key !== null && fixedLabels.includes(value))
}

/**
 * What a step must keep: the specification defines the six steps and their rules (spec §4, §5), so only words can be
 * edited.
 */
export function stepWrong(known: Known, fields: QuestionFields): Wrong {
  const { answerOptions: options } = fields
  if (fields.questionType !== known.questionType || !fields.isActive) {
    return {
      field: 'questionType',
      sentence: 'You can only change the words of the six steps.',
    }
  }
  const values = (all: readonly OptionFields[]) => JSON.stringify(all.map(({ value }) => value).sort())
  if (values(options) !== values(known.answerOptions) || options.some(({ isActive }) => !isActive)) {
    return {
      field: 'answerOptions',
      sentence: 'The options of a step belong to the shop: reword or reorder them, but keep every one.',
    }
  }
  for (const [index, { value, optionText }] of options.entries()) {
    const before = known.answerOptions.find((option) => option.value === value)
    if (isFixedLabel(known.key, value) && optionText.trim() !== before?.optionText) {
      return {
        field: `answerOptions.${index}.optionText`,
        sentence: `This option is always called "${before?.optionText}".`,
      }
    }
  }
  return sameLabel(options)
}

/** What an extra question needs. */
export function extraWrong({ answerOptions, isActive }: QuestionFields): Wrong {
  if (isActive && answerOptions.filter((option) => option.isActive).length < 2) {
    return { field: 'answerOptions', sentence: 'Offer at least two options, or make the question inactive.' }
  }
  return sameLabel(answerOptions)
}

function sameLabel(options: readonly OptionFields[]): Wrong {
  const words = options.map(({ optionText }) => optionText.trim().toLowerCase())
  const twice = words.findIndex((word, index) => words.indexOf(word) < index)
  if (twice < 0) return null
  return { field: `answerOptions.${twice}.optionText`, sentence: 'Another option has the same words.' }
}

/** The options trimmed, with a unique value for each new one. */
export function withValues(options: readonly OptionFields[]): OptionFields[] {
  const taken = options.map(({ value }) => value)
  return options.map((option) => {
    const optionText = option.optionText.trim()
    const value = option.value || suggestSlug(optionText, taken) || suggestSlug('option', taken)
    taken.push(value)
    return { ...option, optionText, value, description: option.description.trim() }
  })
}

/**
 * Whether questions can be in this order: the six steps as in spec §4, and extra questions under the second step or
 * later, because the first step is on the page before anything loads.
 */
export function isQuizOrder(keys: readonly (string | null)[]): boolean {
  const steps = keys.filter((key): key is QuizKey => key !== null)
  return (
    JSON.stringify(steps) === JSON.stringify(quizKeys) && keys[0] === quizKeys[0] && keys[1] === quizKeys[1]
  )
}
