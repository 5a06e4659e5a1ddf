import { expect, test } from 'vitest'
import contract from './contract.json' with { type: 'json' }
import { operationNames } from './operations.ts'

test('the simulator does everything that its contract lists, and nothing else', () => {
  expect([...operationNames].sort()).toEqual(Object.keys(contract.operations).sort())
})
