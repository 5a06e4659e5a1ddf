import { sql } from 'drizzle-orm'
import { letterState } from '../../db/schema/states.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Stops letters that were being sent when a backup was made: the backup doesn't know who has received them since, and nobody
 * gets a letter twice unless a person decides so. Scheduled letters become drafts again.
 */
export async function stopLetters(db: Pick<Shop['db'], 'execute'>): Promise<void> {
  await db.execute(sql`update letters set state = ${letterState.to('stopped', sql`state`)},
      stopped_because = 'A backup was restored, and who has got it since then isn’t known here.'
    where state in ${letterState.list('sending')}`)
  await db.execute(sql`update letters set state = ${letterState.to('draft', sql`state`)}, send_at = null,
      stopped_because = 'A backup was restored. See whether it has left since, and schedule it again if not.'
    where state in ${letterState.list('scheduled')}`)
}
