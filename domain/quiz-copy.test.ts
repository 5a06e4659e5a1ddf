import { describe, expect, it } from 'vitest'
import { chosenOf, type ExtraQuestion, withExtraToggled } from './quiz-copy.ts'

const colors: ExtraQuestion = {
  id: 'colors',
  question: 'Which colors do you like?',
  giftQuestion: 'Which colors do they like?',
  hint: '',
  isMultiple: true,
  options: ['Brown', 'Black', 'Tan'].map((label) => ({ value: label.toLowerCase(), label, detail: '' })),
}
const one = { ...colors, isMultiple: false }

describe('an extra question', () => {
  it('keeps several answers in option order, and they can be unchecked', () => {
    const black = withExtraToggled([], colors, 'Black', false)
    const both = withExtraToggled(black, colors, 'Brown', false)
    expect(both).toEqual([{ question: 'Which colors do you like?', answers: ['Brown', 'Black'] }])
    expect(withExtraToggled(black, colors, 'Black', false)).toEqual([])
  })

  it('keeps one answer when only one is allowed', () => {
    const black = withExtraToggled([], one, 'Black', false)
    expect(withExtraToggled(black, one, 'Tan', false)[0]!.answers).toEqual(['Tan'])
  })

  it('is the same question for a gift, in its own words', () => {
    const mine = withExtraToggled([], colors, 'Black', false)
    expect(chosenOf(colors, mine)).toEqual(['Black'])
    expect(withExtraToggled(mine, colors, 'Tan', true)).toEqual([
      { question: 'Which colors do they like?', answers: ['Black', 'Tan'] },
    ])
  })
})
