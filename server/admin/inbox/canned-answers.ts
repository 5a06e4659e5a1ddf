import { asc, eq, sql } from 'drizzle-orm'
import { cannedAnswers } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { starterAnswers } from '../../../domain/admin/starter-answers.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { refuseEditConflict } from '../edit-conflict.ts'

const entity = 'canned_answers'
const gone = () => new ShopError('not_found', 'That saved answer is gone. Reload the page.')
const taken = (title: string) =>
  new ShopError('taken', `There’s already an answer called “${title}”. Choose another title.`, {
    fields: { title: 'Choose another title.' },
  })

/** The saved answers by title, and the suggestions that ship with the shop. */
export async function listCannedAnswers(shop: Shop): Promise<AdminReply<'listCannedAnswers'>> {
  const { id, title, text } = cannedAnswers
  const answers = await shop.db.select({ id, title, text }).from(cannedAnswers).orderBy(asc(title))
  const own = new Set(answers.map((answer) => answer.title))
  const starters = starterAnswers.filter((starter) => !own.has(starter.title))
  return { answers, starters: starters.map((starter) => ({ id: starter.title, ...starter })) }
}

/** @throws ShopError 'taken' if the title exists */
export async function createCannedAnswer(
  shop: Shop,
  input: AdminInput<'createCannedAnswer'>,
  staff: Staff,
): Promise<AdminReply<'createCannedAnswer'>> {
  const values = { title: input.title.trim(), text: input.text.trim() }
  return shop.db.transaction(async (tx) => {
    const [row] = await tx.insert(cannedAnswers).values(values).onConflictDoNothing().returning()
    if (!row) throw taken(values.title)
    await audit(tx, staff, shop.now(), { action: 'answer.create', entity, entityId: row.id, after: values })
    return { id: row.id, ...values }
  })
}

/** @throws ShopError 'not_found', 'taken' */
export async function editCannedAnswer(
  shop: Shop,
  input: AdminInput<'editCannedAnswer'>,
  staff: Staff,
): Promise<AdminReply<'editCannedAnswer'>> {
  const values = { title: input.title.trim(), text: input.text.trim() }
  return shop.db.transaction(async (tx) => {
    // If two edits want one title, the second waits here and then sees that it's taken.
    await tx.execute(sql`lock table ${cannedAnswers} in share row exclusive mode`)
    const [before] = await tx.select().from(cannedAnswers).where(eq(cannedAnswers.id, input.answerId))
    if (!before) throw gone()
    await refuseEditConflict(tx, { entity, entityId: before.id, what: 'this answer' }, input.was, before)
    const [other] = await tx.select().from(cannedAnswers).where(eq(cannedAnswers.title, values.title))
    if (other && other.id !== before.id) throw taken(values.title)
    await tx.update(cannedAnswers).set(values).where(eq(cannedAnswers.id, before.id))
    const { title, text } = before
    await audit(tx, staff, shop.now(), {
      action: 'answer.edit',
      entity,
      entityId: before.id,
      before: { title, text },
      after: values,
    })
    return { id: before.id, ...values }
  })
}

/** @throws ShopError 'not_found' */
export async function deleteCannedAnswer(
  shop: Shop,
  { answerId }: AdminInput<'deleteCannedAnswer'>,
  staff: Staff,
): Promise<AdminReply<'deleteCannedAnswer'>> {
  await shop.db.transaction(async (tx) => {
    const [row] = await tx.delete(cannedAnswers).where(eq(cannedAnswers.id, answerId)).returning()
    if (!row) throw gone()
    const before = { title: row.title, text: row.text }
    await audit(tx, staff, shop.now(), { action: 'answer.delete', entity, entityId: answerId, before })
  })
  return { success: true }
}
