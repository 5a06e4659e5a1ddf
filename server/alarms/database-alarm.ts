import type { Shop } from '../shop/shop.ts'
import { tell } from './tell-outside.ts'

/** Milliseconds a sign of life may take: the database doesn't answer then. */
const beatLimit = 20_000
/** Milliseconds without one after which this process tells the outside address itself. */
const tellsAfter = 2 * 60_000

/**
 * Gives signs of life with an end. While the database doesn't answer, nothing can be read or queued, so each process tells the
 * outside address itself, with what it knows of the settings.
 * @param name of this process
 * @returns runs one sign of life; false if it failed
 */
export function databaseAlarm(shop: Shop, name: string) {
  let since: Date | null = null
  let isTold = false
  const about = (isOver: boolean) => ({
    line: 'database',
    title: isOver ? 'Over: the database doesn’t answer' : 'The database doesn’t answer',
    text: `${name} ${isOver ? 'reaches it again' : 'can’t reach it'} (since ${(since ?? shop.now()).toISOString()})`,
    isOver,
  })
  return async (beat: () => Promise<boolean>): Promise<boolean> => {
    try {
      const isMine = await withEnd(beat(), beatLimit)
      if (isTold) await tell(shop, about(true))
      isTold = false
      since = null
      return isMine
    } catch (error) {
      since ??= shop.now()
      shop.log.error({ error }, 'this process could not give its sign of life')
      if (!isTold && shop.now().getTime() - since.getTime() >= tellsAfter)
        isTold = await tell(shop, about(false))
      return false
    }
  }
}

/** @throws Error if the work takes longer than so many milliseconds; it may go on */
export function withEnd<T>(work: Promise<T>, limit: number): Promise<T> {
  let tooLate: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    tooLate = setTimeout(() => reject(new Error(`it took longer than ${limit / 1_000} seconds`)), limit)
    tooLate.unref()
  })
  return Promise.race([work, end]).finally(() => clearTimeout(tooLate))
}
