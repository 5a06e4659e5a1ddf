import { Link } from 'react-router'
import { expect, it } from 'vitest'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import ImportPage from './import-page.tsx'

const outcome = { taken: 2, known: 0, badLines: 0, problems: [], ignored: [] }
const preview = '/api/admin/belts.csv/preview?drop=2026-12'
const save = '/api/admin/belts.csv?drop=2026-12&seen=s1'
/** Belts from a file: two that change, with what the shop says of the rest. */
const openImport = (more: object = {}) =>
  openAdmin(
    <ImportPage />,
    { [preview]: ok({ ...outcome, changes: [], losing: 0, seen: 's1', ...more }), [save]: ok(outcome) },
    { at: '/admin/belts/import?drop=2026-12' },
  )
const file = (name: string) => new File(['SKU'], name)

it('belts in another file than the one that was saved are shown, and not called saved', async () => {
  const page = await openImport()
  await page.give(/^CSV file/, file('one.csv'))
  await page.press('Save 2 belts')
  expect(page.words()).toContain('Saved 2 belts.')
  await page.give(/^CSV file/, file('two.csv'))
  expect(page.words()).not.toContain('Saved 2 belts.')
  expect(page.words()).toContain('2 lines change something.')
})

it('a file that takes a promised belt from someone is saved only after asking', async () => {
  const page = await openImport({ losing: 1 })
  await page.give(/^CSV file/, file('one.csv'))
  await page.press('Save 2 belts')
  expect(page.words()).toContain('1 person loses a belt we promised')
  await page.press('Never mind')
  expect(page.sent(save)).toEqual([])
  await page.press('Save 2 belts')
  await page.press('Save anyway')
  expect(page.sent(save)).toHaveLength(1)
  expect(page.words()).toContain('Saved 2 belts.')
})

it('a file whose belts changed meanwhile is checked again before it can be saved', async () => {
  const before = { ...outcome, changes: [], losing: 0, seen: 's1' }
  const changed = no({ code: 'not_possible', error: 'Someone changed these belts.' }, 409)
  const replies = { [preview]: ok(before), [save]: changed, [save.replace('s1', 's2')]: ok(outcome) }
  const page = await openAdmin(<ImportPage />, replies, { at: '/admin/belts/import?drop=2026-12' })
  await page.give(/^CSV file/, file('one.csv'))
  replies[preview] = ok({ ...before, taken: 1, seen: 's2' })
  await page.press('Save 2 belts')
  expect(page.words()).toContain('Someone changed these belts.')
  await page.press('Save 1 belt')
  expect(page.words()).toContain('Saved 2 belts.')
})

it('a file that was checked for one drop can’t be saved into another', async () => {
  const belts = { [preview]: ok({ ...outcome, changes: [], losing: 0, seen: 's1' }) }
  const screen = (
    <>
      <Link to="/admin/belts/import?drop=2027-01">January</Link>
      <ImportPage />
    </>
  )
  const page = await openAdmin(screen, belts, { at: '/admin/belts/import?drop=2026-12' })
  await page.give(/^CSV file/, file('one.csv'))
  expect(page.words()).toContain('2 lines change something.')
  await page.press('January')
  expect(page.words()).not.toContain('2 lines change something.')
  expect(() => page.button('Save 2 belts')).toThrow('There is no')
})
