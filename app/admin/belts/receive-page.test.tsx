import { expect, it } from 'vitest'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import ReceivePage from './receive-page.tsx'

it('scans that are faster than the shop count in order, one after another', async () => {
  const path = '/api/admin/stock/receipts'
  const at = '2026-11-21T15:00:00Z'
  const one = { id: 'r1', belt: 'Ashbury', size: '34', pieces: 1, stock: 8, username: 'ana', createdAt: at }
  const replies = { [path]: ok({ receipt: one, receipts: [] }) }
  const page = await openAdmin(<ReceivePage />, replies)
  const answer = slowCalls(path)
  for (const code of ['A 34', 'B 36']) {
    await page.fill(/^Scan a belt/, code)
    await page.key('Enter')
  }
  expect(page.sent(path)).toMatchObject([{ code: 'A 34' }])
  expect(page.words()).toContain('2 scans on their way')
  replies[path] = ok({ receipt: one, receipts: [one] })
  answer()
  await page.settle()
  expect(page.sent(path)).toMatchObject([{ code: 'A 34' }, { code: 'B 36' }])
  answer()
  await page.settle()
  answer()
  await page.settle()
  expect(page.words()).not.toContain('on their way')
  expect(page.words()).toContain('Came in last +1 Ashbury, size 34')
})
