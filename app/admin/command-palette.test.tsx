import { Route, Routes } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { ok, openAdmin } from '../../test/open-admin.tsx'
import { AdminHeader } from './admin-header.tsx'
import { CommandPalette } from './command-palette.tsx'
import './shortcuts-dialog.tsx'

const found = {
  '/api/admin/orders?search=maya&limit=6': ok({
    orders: [
      { id: 'o1', orderNumber: 'BC-7K3F-9QMT', customer: { email: 'maya@example.com' }, status: 'shipped' },
    ],
  }),
  '/api/admin/people?search=maya&limit=6': ok({
    people: [{ id: 'p1', name: 'Maya Ellison', place: 'Portland' }],
  }),
  '/api/admin/belts?search=maya': ok({ belts: [] }),
}
async function search(role: string) {
  const page = await openAdmin(<CommandPalette onClose={() => {}} />, found, { role })
  await page.fill(/./, 'maya')
  const isAsked = () => page.asked.some(({ path }) => path.startsWith('/api/admin/orders'))
  // It asks once the typing pauses.
  while (!isAsked()) await page.settle()
  await page.settle()
  return page
}

it('finds orders and people by what is typed, and asks nothing that a role may not see', async () => {
  const owner = await search('owner')
  expect(owner.words()).toContain('Orders BC-7K3F-9QMTmaya@example.com, shipped')
  expect(owner.words()).toContain('People Maya EllisonPortland')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await owner.fill(/./, '')
  await act(async () => {
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
  })
  await owner.settle()
  expect(owner.words(), 'nothing is looked for').not.toContain('BC-7K3F-9QMT')
  const packer = await search('packer')
  expect(packer.words()).toContain('BC-7K3F-9QMT')
  expect(packer.words()).not.toContain('Maya Ellison')
  expect(packer.asked.some(({ path }) => path.startsWith('/api/admin/people'))).toBe(false)
})

it('opens what is chosen, and closes', async () => {
  const closed = vi.fn()
  const screen = (
    <>
      <CommandPalette onClose={closed} />
      <Routes>
        <Route path="/admin/letters" element={<p>The letters</p>} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
  const page = await openAdmin(screen, {}, { at: '/admin' })
  await page.fill(/./, 'letters')
  await page.key('Enter')
  expect(page.words()).toContain('The letters')
  expect(closed).toHaveBeenCalledOnce()
})

it('a question mark lists the keys, the inbox’s too, unless it’s being typed', async () => {
  const page = await openAdmin(
    <>
      <AdminHeader />
      <input aria-label="Note" />
    </>,
  )
  await page.fill('Note', 'Why')
  await page.key('?')
  expect(page.words()).not.toContain('Anywhere')
  await page.leave('Note')
  await page.key('?')
  expect(page.words()).toMatch(/Ctrl K find an order, .*Inbox j next k back r answer .*Ctrl Enter send/)
  await page.press('Close')
  expect(page.words()).not.toContain('Anywhere')
})
