import { expect, test } from 'vitest'
import contract from './contract.json' with { type: 'json' }
import { operationNames } from './operations.ts'

test('the simulator implements exactly its contract', () => {
  expect([...operationNames].sort()).toEqual(Object.keys(contract.operations).sort())
})
