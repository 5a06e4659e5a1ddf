import { eq, sql } from 'drizzle-orm'
import { letters } from '../db/schema.ts'
import { processLetters } from '../server/letters/send-letters.ts'
import { drainOutbox } from '../server/mailing/drain-outbox.ts'
import type { SignedIn } from './admin.ts'
import type { TestShop } from './create-test-shop.ts'

/** Settings for a shop that can send letters, fast enough for a test. */
export const letterShop = {
  POSTAL_ADDRESS: '12 Canal St, Portland, OR 97201',
  IMAP_PLUS_ADDRESSES: '1',
  LETTERS_PER_MINUTE: '6000',
}

/** `reader00001@example.com` and so on: confirmed, each with its own unsubscribe token. */
export async function addReaders(test: TestShop, number: number) {
  await test.shop.db.execute(sql`
    insert into newsletter_subscribers (email, source, confirmed_at, token)
    select 'reader' || lpad(n::text, 5, '0') || '@example.com', 'test', ${test.clock.now().toISOString()}::timestamptz, 'token-' || n
    from generate_series(1, ${number}) n`)
}

/** The letter the shop drafted, ready to be sent. */
export async function theDraft(admin: SignedIn) {
  const { body } = await admin.get('/api/admin/letters')
  return (await admin.get(`/api/admin/letters/${body.letters[0].id}`)).body
}

/** Runs the worker's steps, every two seconds of the shop's clock, until the letter is no longer being sent. */
export async function sendOut(test: TestShop, id: string, most = 1_000): Promise<string> {
  for (let look = 0; look < most; look++) {
    // As two processes would.
    await Promise.all([processLetters(test.shop), processLetters(test.shop)])
    await Promise.all([drainOutbox(test.shop), drainOutbox(test.shop)])
    const [letter] = await test.shop.db.select().from(letters).where(eq(letters.id, id))
    if (!['scheduled', 'sending'].includes(letter!.state)) return letter!.state
    test.clock.advance(2_000)
  }
  return 'still leaving'
}
