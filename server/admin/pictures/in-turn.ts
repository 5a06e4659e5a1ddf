import { ShopError } from '../../../domain/errors.ts'

const mostWaiting = 8

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Does one piece of heavy work at a time in this process, so that pages keep a core to themselves.
 * @throws ShopError 'too_many_requests' when the queue is long
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) {
    throw new ShopError('too_many_requests', 'Many pictures are being prepared. Try again in a minute.')
  }
  waiting++
  const mine = last.then(work, work)
  last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    waiting--
  }
}
