import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactMessages, inboundMails } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { letter, mailsIn } from '../../test/mails-in.ts'
import { receiveMails } from './receive-mails.ts'

let test: TestShop
let inbox: ReturnType<typeof mailsIn>
beforeAll(async () => {
  test = await createTestShop({ env: { IMAP_AUTHSERV_ID: 'mx.example.net' } })
  inbox = mailsIn(test.clock.now)
})
afterAll(() => test.close())

/** Receives one email; returns the conversation it's in. */
async function comes(mail: string | Uint8Array) {
  test.clock.advance(1_000)
  inbox.add(mail)
  await receiveMails(test.shop, inbox.source)
  const [row] = await test.shop.db
    .select({ thread: contactMessages })
    .from(inboundMails)
    .innerJoin(contactMessages, eq(inboundMails.messageId, contactMessages.id))
    .orderBy(desc(inboundMails.createdAt))
    .limit(1)
  return row?.thread
}

it('an email forged in a member’s name never moves what is proven to be theirs', async () => {
  const from = 'iris@forged.example'
  const proven = ['Authentication-Results: mx.example.net; dmarc=pass header.from=forged.example']
  const first = await comes(letter({ from, subject: 'My real belt', text: 'Where is it?', headers: proven }))
  // It doesn’t speak in their conversation.
  const [sent] = await test.shop.db.select().from(inboundMails).where(eq(inboundMails.messageId, first!.id))
  const into = [`In-Reply-To: <${sent!.rfcId}>`]
  const beside = await comes(letter({ from, subject: 'Cancel it all', text: 'Refund me.', headers: into }))
  expect(beside!.id).not.toBe(first!.id)
  expect(beside!.verifiedBy).toBeNull()
  for (let index = 0; index < 25; index++)
    inbox.add(letter({ from, subject: `Forged ${index}`, text: `${index}` }))
  await receiveMails(test.shop, inbox.source)
  const real = await comes(letter({ from, subject: 'My second belt', text: 'It broke.', headers: proven }))
  expect(real).toMatchObject({ aside: null, verifiedBy: 'server' })
  const support = await signIn(test, 'support')
  const { open, setAside } = (await support.get('/api/admin/messages')).body
  expect([open > 2, setAside], 'those over twenty aren’t out of sight').toEqual([true, 6])
})
