import { styleNames, styles } from '../../domain/belt.ts'
import { plans } from '../../domain/plan.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { beltSizes, recipientChoosesSize, unsureSize } from '../../domain/sizing.ts'

const sizes = [...new Set([...beltSizes.female, ...beltSizes.male])].sort(
  (one, other) => Number(one) - Number(other),
)
const same = (value: string) => ({ optionText: value, value })

/** The quiz of a new shop as the admin lists it: the questions of spec §4 that have options. */
export const quizSeed = [
  {
    questionText: 'Who is it for?',
    questionType: 'single',
    options: [
      { optionText: 'Myself', value: 'myself' },
      { optionText: 'A gift', value: 'gift' },
    ],
  },
  {
    questionText: 'Which belts do they wear?',
    questionType: 'single',
    options: [
      { optionText: 'Men', value: 'male' },
      { optionText: 'Women', value: 'female' },
    ],
  },
  {
    questionText: 'Which styles do you wear?',
    questionType: 'multiple',
    options: [
      ...styles.map((style) => ({ optionText: styleNames[style], value: style })),
      same(recipientPicksStyle),
    ],
  },
  {
    questionText: 'What is your belt size?',
    questionType: 'single',
    options: [...sizes.map(same), same(unsureSize), same(recipientChoosesSize)],
  },
  {
    questionText: 'Choose a plan',
    questionType: 'single',
    options: plans.map((plan) => ({ optionText: plan.name, value: plan.id })),
  },
]
