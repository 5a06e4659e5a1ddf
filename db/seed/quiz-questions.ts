import { genderNames, genders, type Style, styleNames, styles } from '../../domain/belt.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import type { QuizKey } from '../../domain/quiz-copy.ts'
import { beltSizes, recipientChoosesSize, unsureSize } from '../../domain/sizing.ts'

type SeedOption = { optionText: string; value: string; description: string }
type SeedQuestion = {
  key: QuizKey
  questionText: string
  giftText: string
  questionType: 'single' | 'multiple'
  options: SeedOption[]
}

const sizes = [...new Set([...beltSizes.female, ...beltSizes.male])].sort(
  (one, other) => Number(one) - Number(other),
)
const option = (value: string, optionText: string, description = ''): SeedOption => ({
  optionText,
  value,
  description,
})

const styleLines: Record<Style, string> = {
  dress: '30-35 mm, for tailoring',
  casual: '35-40 mm, for denim',
  stretch: 'Braided, gives as you move',
}

/** Version 1 of a new shop's quiz: the six steps of spec §4. Empty lines are computed by the step. */
export const quizSeed: SeedQuestion[] = [
  {
    key: 'recipientType',
    questionText: 'Who is it for?',
    giftText: '',
    questionType: 'single',
    options: [
      option('myself', 'Myself', 'A belt a month, to my address'),
      option('gift', 'A gift', 'We tell them on the day you choose'),
    ],
  },
  {
    key: 'gender',
    questionText: 'Do you wear men’s or women’s belts?',
    giftText: 'Do they wear men’s or women’s belts?',
    questionType: 'single',
    options: genders.map((gender) => option(gender, genderNames[gender])),
  },
  {
    key: 'styles',
    questionText: 'Which styles do you wear?',
    giftText: 'Which styles do they wear?',
    questionType: 'multiple',
    options: [
      ...styles.map((style) => option(style, styleNames[style], styleLines[style])),
      option(recipientPicksStyle, recipientPicksStyle, 'They’ll pick from pictures in the gift email'),
    ],
  },
  {
    key: 'size',
    questionText: 'What pants size do you wear?',
    giftText: 'What pants size do they wear?',
    questionType: 'single',
    options: [
      ...sizes.map((size) => option(size, size)),
      option(unsureSize, unsureSize, 'A measuring guide ships with the first belt'),
      option(recipientChoosesSize, recipientChoosesSize, 'They’ll choose it in the gift email'),
    ],
  },
  {
    key: 'shipping',
    questionText: 'Where should we send your belts?',
    giftText: 'Your gift, and where to send it',
    questionType: 'single',
    options: [],
  },
  {
    key: 'plan',
    questionText: 'Choose a plan',
    giftText: '',
    questionType: 'single',
    options: firstPlans.map((plan) => option(plan.id, plan.name)),
  },
]
