import { newsletterSubscribers } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { isEmail, normalizeEmail } from '../../../domain/email.ts'
import { newToken } from '../../newsletter/subscribe.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { readLines, tableOf } from '../tables/read-table.ts'

/** Rows per statement. */
const batch = 500

// Also as other newsletter services name them.
const columns = {
  email: { title: 'email', also: ['Email address'] },
  name: { title: 'name', also: ['Full name', 'First name'] },
}

/**
 * Adds the people in a file to the newsletter. Anyone already on the list keeps their status: an import never brings back
 * someone who unsubscribed. Bad lines are listed and skipped.
 * @throws ShopError 'invalid_body' if the file isn't such a table
 */
export async function importSubscribers(
  shop: Shop,
  { file }: AdminInput<'importSubscribers'>,
  staff: Staff,
): Promise<AdminReply<'importSubscribers'>> {
  const now = shop.now()
  const people = new Map<string, { email: string; name: string | null }>()
  const table = tableOf(await readLines(file), columns, [['email']])
  const problems = table.problems.map(({ line, problem }) => ({ line, problem }))
  for (const { line, cells } of table.rows) {
    const email = normalizeEmail(cells.email ?? '')
    if (!isEmail(email) || email.length > 200) {
      problems.push({ line, problem: `"${email.slice(0, 60)}" isn’t an email address.` })
    } else {
      const name = (cells.name ?? '').slice(0, 200) || null
      people.set(email, { email, name })
    }
  }
  const all = [...people.values()].map((person) => ({
    ...person,
    source: 'import',
    subscribedAt: now,
    confirmedAt: now,
    token: newToken(),
  }))
  const added = await shop.db.transaction(async (tx) => {
    let number = 0
    for (let start = 0; start < all.length; start += batch) {
      const rows = await tx
        .insert(newsletterSubscribers)
        .values(all.slice(start, start + batch))
        .onConflictDoNothing()
        .returning({ id: newsletterSubscribers.id })
      number += rows.length
    }
    await audit(tx, staff, now, {
      action: 'subscribers.import',
      entity: 'newsletter_subscribers',
      entityId: 'import',
      after: { added: number, known: all.length - number, badLines: problems.length },
    })
    return number
  })
  return { added, known: all.length - added, problems }
}
