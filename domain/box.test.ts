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
  expect(unshippedStates.toSorted()).toEqual([...unpackedStates, 'packed'].toSorted())
  expect(unshippedStates.toSorted()).toEqual([...leavingStates, 'held'].toSorted())
  expect(leftStates).toEqual([...sentStates, 'returned'])
})

it('a shipped box never returns to unshipped, and a final one stays final', () => {
  for (const left of leftStates)
    for (const waits of unshippedStates) expect(boxMachine.mayFollow(left, waits)).toBe(false)
  for (const over of voidStates)
    expect(boxMachine.states.filter((to) => boxMachine.mayFollow(over, to))).toEqual([over])
})
