import { expect, it } from 'vitest'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
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
