import { expect, it } from 'vitest'
import { fillAnswer, openFields, starterAnswers } from './starter-answers.ts'

it('fills in what is known, and names the empty fields', () => {
  const text = fillAnswer('Hi {name}, {tracking}. {name}', { name: 'Maya', tracking: null })
  expect(text).toBe('Hi Maya, {tracking}. Maya')
  expect(openFields(text)).toEqual(['tracking'])
})

it('the shop’s saved answers use only fields the admin can fill', () => {
  const known = [
    'name',
    'order',
    'next box',
    'ship by',
    'change by',
    'sent box',
    'shipped on',
    'belt',
    'tracking',
  ]
  const asked = starterAnswers.flatMap(({ text }) => openFields(text))
  expect(asked.filter((field) => ![...known, 'my page', 'me'].includes(field))).toEqual([])
})
