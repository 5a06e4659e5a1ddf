import { expect, it } from 'vitest'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import NewBeltPage from './new-belt-page.tsx'

const file = `/uploaded/${'x'.repeat(43)}`
const url = `${file}-840.webp`
const openNewBelt = (replies: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin(
    <NewBeltPage />,
    {
      '/api/admin/belts?drop=2026-12': ok({ belts: [], drop: '2026-12', drops: ['2026-12'] }),
      '/api/admin/belts': ok({ belt: { name: 'The Foghorn', drop: '2026-12' } }),
      '/api/admin/drops': ok({ drops: [{ drop: '2026-12', isCurrent: true }], next: {} }),
      '/api/admin/pictures': ok({ picture: { url } }),
      ...replies,
    },
    { at: '/admin/belts/new?drop=2026-12' },
  )

it('a belt is saved with what describes it, its picture and what that shows', async () => {
  const page = await openNewBelt()
  await page.press('Save belt')
  expect(page.sent('/api/admin/belts'), 'nothing is known about it').toEqual([])
  for (const [name, value] of [
    ['Name', 'The Foghorn'],
    ['Description', 'Waxed and dark, for wet days.'],
    ['Material', 'Bridle leather'],
    ['Buckle', 'Roller, brass'],
    ['Width in mm', '34'],
    ['Colors', 'Black, Tan'],
  ] as const)
    await page.fill(name, value)
  await page.give('Product picture: choose a file or drag one here', new File(['x'], 'foghorn.jpg'))
  expect(page.document.querySelector('.picture-shot img')?.getAttribute('src')).toContain(file)
  await page.fill('What it shows', 'The Foghorn: a coiled brown belt')
  await page.press('Save belt')
  expect(page.sent('/api/admin/belts')).toMatchObject([
    {
      drop: '2026-12',
      belt: {
        ...{ name: 'The Foghorn', description: 'Waxed and dark, for wet days.', material: 'Bridle leather' },
        ...{ buckle: 'Roller, brass', widthMm: 34, colors: ['Black', 'Tan'], isActive: true },
        ...{ sku: 'MD1-202612-FOGHORN', imageUrl: url, imageAlt: 'The Foghorn: a coiled brown belt' },
      },
    },
  ])
  expect(page.told()).toEqual(['Belt Created: The Foghorn is in the list.'])
  expect(page.place()).toBe('/admin/belts?drop=2026-12')
})

it('a belt for another drop gets a number that’s free there', async () => {
  const drops = ['2027-01', '2026-12'].map((drop) => ({ drop, isCurrent: false }))
  const page = await openNewBelt({
    '/api/admin/drops': ok({ drops, next: {} }),
    '/api/admin/belts?drop=2027-01': ok({ belts: [{ sku: 'MD1-202701-FOGHORN' }], drop: '2027-01' }),
  })
  await page.fill('Name', 'The Foghorn')
  expect(page.field('SKU').value).toBe('MD1-202612-FOGHORN')
  await page.fill('Drop', '2027-01')
  expect(page.field('SKU').value).toBe('MD2-202701-FOGHORN')
})

it('a belt with another one’s number is refused at that field, and can be corrected', async () => {
  const refused = { code: 'taken', fields: { 'belt.sku': 'The Ash has this SKU.' } }
  const page = await openNewBelt({ '/api/admin/belts': no(refused, 409) })
  for (const name of ['Name', 'Description', 'Material', 'Buckle', 'Colors']) await page.fill(name, 'Foghorn')
  await page.fill('Width in mm', '34')
  await page.press('Save belt')
  expect(page.described('SKU')).toContain('The Ash has this SKU.')
  await page.fill('SKU', 'MD1-202612-FOGHORN-2')
  await page.press('Save belt')
  expect(page.sent('/api/admin/belts')).toMatchObject([{}, { belt: { sku: 'MD1-202612-FOGHORN-2' } }])
})

it('a belt can’t be saved until each of its pictures has arrived', async () => {
  const page = await openNewBelt()
  const first = slowCalls('/api/admin/pictures')
  await page.give('Product picture: choose a file or drag one here', new File(['x'], 'a.jpg'))
  const second = slowCalls('/api/admin/pictures')
  await page.give('Lifestyle picture: choose a file or drag one here', new File(['x'], 'b.jpg'))
  first()
  await page.settle()
  expect(page.button('Save belt').disabled, 'one is still on its way').toBe(true)
  second()
  await page.settle()
  expect(page.button('Save belt').disabled).toBe(false)
})

it('a picture that didn’t arrive doesn’t keep the belt from being saved', async () => {
  const page = await openNewBelt({ '/api/admin/pictures': no({}, 503) })
  await page.give('Product picture: choose a file or drag one here', new File(['x'], 'a.jpg'))
  expect(page.words()).toContain('The picture didn’t upload. Choose it again.')
  expect(page.button('Save belt').disabled).toBe(false)
})
