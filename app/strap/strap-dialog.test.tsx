import { expect, it } from 'vitest'
import { strapConsent } from '../../domain/strap.ts'
import { changes, openAccount, own } from '../../test/open-account.tsx'
import { ok } from '../../test/open-admin.tsx'

const strap = { address: 'https://shop.example/strap/abc', words: strapConsent, agreedOn: '2026-11-21' }
const sharing = { ...own, taste: { ...own.taste!, strap } }

it('a strap is shared only after its words were agreed to, and taken back by one press', async () => {
  await import('./strap-dialog.tsx')
  const { page, asked } = await openAccount([own], { [changes('strap')]: ok(sharing) })
  await page.press('Share or print your strap')
  expect(page.words()).toContain('The Ashbury, October 2026')
  await page.press('Make my page')
  expect(page.words()).toContain('Check the box first')
  expect(asked.filter(({ path }) => path === changes('strap'))).toEqual([])
  await page.check(strapConsent)
  await page.press('Make my page')
  expect(asked.find(({ path }) => path === changes('strap'))).toMatchObject({
    method: 'POST',
    body: { id: 'm1', words: strapConsent },
  })
})

it('a shared strap shows its link, and that it can be ended', async () => {
  await import('./strap-dialog.tsx')
  const { page, asked } = await openAccount([sharing], { [changes('strap')]: ok(own) })
  await page.press('Your strap is shared')
  expect(page.field('The link to your page').value).toBe(strap.address)
  await page.press('Stop sharing')
  expect(asked.find(({ path }) => path === changes('strap'))!.method).toBe('DELETE')
})

it('whoever only pays for the belts can’t share them', async () => {
  const giver = { ...own, role: 'giver', isGift: true, taste: null }
  const { page } = await openAccount([giver])
  expect(page.words()).not.toContain('Share or print')
})
