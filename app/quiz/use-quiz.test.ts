import { expect, it } from 'vitest'
import { stepEvent } from './use-quiz.ts'

it('names the step and recipient type, or unknown', () => {
  expect(stepEvent(5, { recipientType: 'gift' })).toEqual({
    step_number: 5,
    step_name: 'shipping',
    recipient_type: 'gift',
  })
  expect(stepEvent(1, { recipientType: null })).toMatchObject({
    step_name: 'recipient',
    recipient_type: 'unknown',
  })
})
