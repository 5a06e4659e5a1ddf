import { expect, it } from 'vitest'
import {
  boxMachine,
  leavingStates,
  leftStates,
  sentStates,
  unpackedStates,
  unshippedStates,
  voidStates,
} from './box.ts'

it('every state is unshipped, shipped or void', () => {
  const all = [...unshippedStates, ...leftStates, ...voidStates]
  expect(all.toSorted()).toEqual([...boxMachine.states].sort())
  expect(unshippedStates).toEqual(['owed', 'assigned', 'packed', 'held'])
  expect(unpackedStates).toEqual(['owed', 'assigned', 'held'])
  expect(leavingStates).toEqual(['owed', 'assigned', 'packed'])
  expect(leftStates).toEqual(['shipped', 'delivered', 'returned'])
  expect(sentStates).toEqual(['shipped', 'delivered'])
  expect(voidStates).toEqual(['cancelled', 'refunded'])
})

it('a shipped box never returns to unshipped, and a final one stays final', () => {
  for (const left of leftStates)
    for (const waits of unshippedStates) expect(boxMachine.mayFollow(left, waits)).toBe(false)
  for (const over of voidStates)
    expect(boxMachine.states.filter((to) => boxMachine.mayFollow(over, to))).toEqual([over])
})
