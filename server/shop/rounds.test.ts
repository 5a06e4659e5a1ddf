import { expect, it } from 'vitest'
import { itemFailed, RoundStuck, stepDone, watchRound } from './rounds.ts'

const none = () => {}
const log = { warn: none } as never
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

it('leaves a round behind that gets nothing done, and not one that goes on', async () => {
  await expect(watchRound(() => new Promise(none), 20, none)).rejects.toThrow(RoundStuck)
  let steps = 0
  const long = async () => {
    for (let step = 0; step < 20; step++) {
      await wait(10)
      stepDone()
    }
    return 'done'
  }
  expect(await watchRound(long, 150, () => steps++)).toBe('done')
  expect(steps).toBe(20)
})

it('fails with what one of its items failed at, once it has done the others', async () => {
  const done: string[] = []
  const round = async () => {
    for (const item of ['one', 'two', 'three']) {
      if (item === 'two') itemFailed({ log }, { error: new Error(item) }, 'an item failed')
      else done.push(item)
    }
  }
  await expect(watchRound(round, 1_000, none)).rejects.toThrow('two')
  expect(done).toEqual(['one', 'three'])
})

it('knows each round’s items from those of a round beside it', async () => {
  const beside = watchRound(() => wait(20), 1_000, none)
  await expect(
    watchRound(async () => itemFailed({ log }, { error: new Error('mine') }, ''), 1_000, none),
  ).rejects.toThrow('mine')
  await beside
})
