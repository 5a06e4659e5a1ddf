import { expect, it } from 'vitest'
import { ShopError } from '../../domain/errors.ts'
import { inTurn } from './read-picture.ts'

it('heavy work runs one piece at a time, in order, even after a failure', async () => {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const pieces = [1, 2, 3].map((number) =>
    inTurn('strangers', async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (number === 2) throw new Error('no picture')
    }).then(
      () => 'done',
      (error: Error) => error.message,
    ),
  )
  for (const number of [1, 2, 3]) {
    await expect.poll(() => begun).toEqual([1, 2, 3].slice(0, number))
    ends[number - 1]!()
  }
  expect(await Promise.all(pieces)).toEqual(['done', 'no picture', 'done'])
})

it('the ninth waiting request is told to come back, and served once the queue is shorter', async () => {
  let end = () => {}
  const wait = () => new Promise<void>((resolve) => (end = resolve))
  const first = inTurn('strangers', wait)
  const waiting = Array.from({ length: 7 }, () => inTurn('strangers', async () => {}))
  const refusal = await inTurn('strangers', async () => {}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ShopError)
  expect(refusal).toMatchObject({ code: 'too_many_requests', message: expect.stringMatching(/in a minute/) })
  expect(await inTurn('owners', async () => 'made'), 'strangers keep nobody else waiting').toBe('made')
  end()
  await Promise.all([first, ...waiting])
  expect(await inTurn('strangers', async () => 'made')).toBe('made')
})
