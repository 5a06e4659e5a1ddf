import { parse } from 'csv-parse/sync'
import { newsletterSubscribers } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { isEmail, normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { newToken } from '../../newsletter/subscribe.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** Rows per statement. */
const batch = 500

type Line = { record: Record<string, string>; info: { lines: number } }

/**
 * Adds the people in a file to the newsletter. Anyone already on the list keeps their status: an import never brings back
 * someone who unsubscribed. Bad lines are listed and skipped.
 * @throws ShopError 'invalid_body' if the file isn't such a table
 */
export async function importSubscribers(
  shop: Shop,
  { csv }: AdminInput<'importSubscribers'>,
  staff: Staff,
): Promise<AdminReply<'importSubscribers'>> {
  const now = shop.now()
  const problems: { line: number; problem: string }[] = []
  const people = new Map<string, { email: string; name: string | null }>()
  for (const { record, info } of readLines(csv)) {
    const email = normalizeEmail(record.email ?? '')
    if (!isEmail(email) || email.length > 200) {
      problems.push({ line: info.lines, problem: `"${email.slice(0, 60)}" isn’t an email address.` })
    } else {
      const name = (record.name ?? '').trim().slice(0, 200) || null
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

function readLines(csv: string): Line[] {
  try {
    return parse(csv, {
      bom: true,
      columns: (names: string[]) => {
        const known = names.map((name) => name.trim().toLowerCase())
        if (!known.includes('email')) throw new Error('no column named email')
        return known
      },
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as Line[]
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'not a table'
    throw new ShopError(
      'invalid_body',
      `We can’t read this file as a table (${reason}). Its first line must name the columns: email,name.`,
      { cause },
    )
  }
}
