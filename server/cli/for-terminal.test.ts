import { expect, it } from 'vitest'
import { forTerminal } from './command.ts'

it('what a buyer wrote orders the owner’s terminal nothing, and stays as it is otherwise', () => {
  expect(forTerminal('Item 1: Monthly, for Zoë O’Neill 李 👩‍🦰.')).toBe(
    'Item 1: Monthly, for Zoë O’Neill 李 👩‍🦰.',
  )
  expect(forTerminal('for \u001b]0;x\u0007\u001b[2J\u009b2K\rMaya\nItem 2')).toBe(
    'for �]0;x��[2J�2K�Maya�Item 2',
  )
  expect(forTerminal('for a\u202eb\u2066c\u2069')).toBe('for a�b�c�')
})
