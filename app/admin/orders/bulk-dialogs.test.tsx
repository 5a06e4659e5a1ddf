import { expect, it } from 'vitest'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import { MailOrdersDialog } from './bulk-dialogs.tsx'
import { OrderTags } from './order-tags.tsx'

it('an email to buyers is sent as it was previewed, not as typed while the preview was on its way', async () => {
  const preview = { to: 'maya@example.com', reached: 2, unreached: 0, subject: 'About', text: 'Hi Maya,' }
  const orders = [{ id: 'o1' }, { id: 'o2' }] as unknown as OrderView[]
  const page = await openAdmin(<MailOrdersDialog orders={orders} onDone={() => {}} onClose={() => {}} />, {
    '/api/admin/orders/mails/preview': ok(preview),
  })
  await page.fill('Email', 'Hi {name}, it’s late.')
  const answer = slowCalls('/api/admin/orders/mails/preview')
  await page.press('Look at it')
  await page.fill('Email', 'Hi {name}, it’s very late.')
  answer()
  await page.settle()
  expect(page.words()).not.toContain('As maya@example.com gets it.')
  await page.press('Look at it')
  answer()
  await page.settle()
  expect(page.words()).toContain('As maya@example.com gets it.')
  expect(page.sent('/api/admin/orders/mails/preview').at(-1)).toMatchObject({
    text: 'Hi {name}, it’s very late.',
  })
})

it('a tag leads to the orders that have it, whatever is in its name', async () => {
  const page = await openAdmin(<OrderTags order={{ id: 'o1', tags: ['Q&A 100%'] } as unknown as OrderView} />)
  const { searchParams } = new URL(page.button('Q&A 100%').getAttribute('href')!, 'https://shop.example')
  expect(searchParams.get('tag')).toBe('Q&A 100%')
})
