import { expect, it } from 'vitest'
import { ok, openAdmin } from '../../../test/open-admin.tsx'
import ProductTypesPage from './product-types-page.tsx'

const type = (id: string, name: string, displayOrder: number) => ({
  ...{ id, name, slug: id, description: `About ${name}`, displayOrder, isActive: true, belts: 0 },
  ...{ createdAt: '2026-11-01T12:00:00Z', updatedAt: '2026-11-01T12:00:00Z' },
})
const productTypes = [type('dress', 'Dress', 0), type('casual', 'Casual', 1)]
const openTypes = () =>
  openAdmin(<ProductTypesPage />, {
    '/api/admin/product-types': ok({ productTypes }),
    '/api/admin/product-types/order': ok({ productTypes: productTypes.toReversed() }),
    '/api/admin/product-types/dress': ok({ productType: productTypes[0] }),
  })

it('a type moved by its buttons says its new place', async () => {
  const page = await openTypes()
  await page.press('Move Dress down')
  expect(page.document.querySelector('p.sr[role="status"]')?.textContent).toBe('Dress: place 2 of 2.')
  expect(page.sent('/api/admin/product-types/order')).toEqual([{ ids: ['casual', 'dress'] }])
})

it('what was written before can be given up, and what is written then is based on what is there now', async () => {
  const page = await openTypes()
  const began = { name: 'Old dress', slug: 'dress', description: 'Old', displayOrder: '0', isActive: true }
  const value = { ...began, name: 'My dress', slugIsOwn: true }
  sessionStorage.setItem(
    'draft:product-type:dress',
    JSON.stringify({ value, began: { ...began, slugIsOwn: true } }),
  )
  await page.press('Edit Dress')
  expect(page.field('Name').value).toBe('My dress')
  await page.press('Start over')
  expect(page.field('Name').value).toBe('Dress')
  await page.fill('Name', 'Dressy')
  await page.press('Save changes')
  expect(page.sent('/api/admin/product-types/dress')).toMatchObject([
    { name: 'Dressy', was: { name: 'Dress', description: 'About Dress' } },
  ])
})
