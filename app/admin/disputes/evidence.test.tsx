import { expect, it } from 'vitest'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
import EvidencePage from './evidence-page.tsx'

const path = '/api/admin/disputes/d1'
const at = { at: '/admin/disputes/d1', path: '/admin/disputes/:disputeId' }
const evidence = (changes: object) =>
  ok({
    ...{ order: { id: 'o1', orderNumber: 'BC-1' }, state: 'open', amountCents: 6950, reason: 'not_received' },
    ...{ dueBy: '2026-12-01T12:00:00Z', answer: null, sections: [] },
    ...changes,
  })
const openEvidence = (changes: object) =>
  openAdmin(
    <EvidencePage />,
    { [path]: evidence(changes), [`${path}/stage`]: ok(), [`${path}/submit`]: ok() },
    at,
  )

it('a bank that only asks is answered as one that disputes: saved, then sent once', async () => {
  for (const state of ['inquiry', 'open']) {
    const page = await openEvidence({ state })
    expect(page.words()).toContain('this payment. $69.50, not received.')
    expect(page.words()).not.toContain('Send to the bank')
    await page.press('Save it at the provider')
    expect(page.sent('/api/admin/disputes/d1/stage')).toHaveLength(1)
    const saved = await openEvidence({ state, answer: 'staged' })
    await saved.press('Send to the bank')
    expect(saved.sent('/api/admin/disputes/d1/submit')).toEqual([])
    await saved.press('Send it')
    expect(saved.sent('/api/admin/disputes/d1/submit')).toHaveLength(1)
    expect(saved.words()).not.toContain('Send this to the bank?')
  }
  const replies = { [path]: evidence({}), [`${path}/stage`]: ok() }
  const page = await openAdmin(<EvidencePage />, replies, at)
  replies[path] = evidence({ answer: 'staged' })
  await page.press('Save it at the provider')
  expect(page.button('Send to the bank')).toBeDefined()
  const sent = await openEvidence({ answer: 'submitted' })
  expect(sent.words()).toContain('The bank has it.')
  expect(sent.words()).not.toMatch(/Send to the bank|Save it/)
})
