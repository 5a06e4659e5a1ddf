import { expect, it } from 'vitest'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import ProductTypesPage from './product-types-page.tsx'

const type = (id: string, name: string, displayOrder: number) => ({
  ...{ id, name, slug: id, description: `About ${name}`, displayOrder, isActive: true, belts: 0 },
  ...{ createdAt: '2026-11-01T12:00:00Z', updatedAt: '2026-11-01T12:00:00Z' },
})
const productTypes = [type('dress', 'Dress', 0), type('casual', 'Casual', 1)]
const path = '/api/admin/product-types'
const namesIn = ({ document }: { document: Document }) =>
  [...document.querySelectorAll('tbody b')].map(({ textContent }) => textContent)
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

it('a type dragged past two others lands where it was dropped, and they keep their order', async () => {
  const all = [...productTypes, type('stretch', 'Stretch', 2)]
  const page = await openAdmin(<ProductTypesPage />, {
    [path]: ok({ productTypes: all }),
    [`${path}/order`]: ok({ productTypes: all }),
  })
  // There's no layout here: each row is as high as one, below the one before it.
  for (const [index, row] of page.document.querySelectorAll('tbody tr').entries())
    row.getBoundingClientRect = () => new window.DOMRect(0, index * 50, 400, 50)
  page.button('Move Dress').focus()
  for (const code of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) await page.key(code, { code })
  expect(page.sent(`${path}/order`)).toEqual([{ ids: ['casual', 'stretch', 'dress'] }])
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

it('product types are created, edited and deleted, each with a message, also on failure', async () => {
  const failed = no({}, 500)
  const braided = { ...type('braided', 'Braided', 0), description: 'It buckles anywhere.' }
  const [two, three] = [ok({ productTypes }), ok({ productTypes: [...productTypes, braided] })]
  const replies = { [path]: two, [`${path}/braided`]: failed }
  const page = await openAdmin(<ProductTypesPage />, replies)
  await page.press('New product type')
  expect(page.field('Display order').value).toBe('2')
  await page.press('Create')
  for (const field of ['Name', 'Slug', 'Description']) expect(page.words()).toContain(`${field} is required`)
  expect(page.sent(path)).toEqual([])
  await page.fill('Name', 'Braided')
  await page.fill('Description', 'It buckles anywhere.')
  await page.fill('Display order', 'last')
  replies[path] = failed
  await page.press('Create')
  expect(page.told()).toEqual(['Error: Failed to save product type'])
  replies[path] = three
  await page.press('Create')
  const sent = { name: 'Braided', slug: 'braided', description: 'It buckles anywhere.', displayOrder: 0 }
  expect(page.sent(path).at(-1)).toEqual({ ...sent, isActive: true })
  expect(page.told().at(-1)).toBe('Product type created: Changes saved successfully')
  expect(namesIn(page)).toEqual(['Dress', 'Casual', 'Braided'])
  await page.press('Edit Braided')
  expect(page.field('Active').getAttribute('role')).toBe('switch')
  await page.check('Active', false)
  await page.press('Save changes')
  expect(page.told().slice(2)).toEqual(['Error: Failed to save product type'])
  replies[`${path}/braided`] = ok({ productType: { ...braided, isActive: false } })
  await page.press('Save changes')
  expect(page.sent(`${path}/braided`).at(-1)).toMatchObject({ ...sent, isActive: false })
  expect(page.told().at(-1)).toBe('Product type updated: Changes saved successfully')
  replies[`${path}/braided`] = failed
  await page.press('Delete Braided')
  await page.press('Delete')
  expect(page.told().at(-1)).toBe('Error: Failed to delete product type')
  expect(namesIn(page)).toHaveLength(3)
  Object.assign(replies, { [path]: two, [`${path}/braided`]: ok({ success: true }) })
  await page.press('Delete Braided')
  await page.press('Delete')
  expect(page.told().at(-1)).toBe('Product type deleted: Product type removed successfully')
  expect(namesIn(page)).toEqual(['Dress', 'Casual'])
  const deleted = page.asked.filter(({ method }) => method === 'DELETE')
  expect(deleted.map((each) => each.path)).toEqual([`${path}/braided`, `${path}/braided`])
})

it('product types moved twice on a slow connection keep the last order', async () => {
  const [dress, casual, stretch] = [...productTypes, type('stretch', 'Stretch', 2)]
  const [order, before] = [`${path}/order`, ok({ productTypes: [dress, casual, stretch] })]
  const replies = { [path]: before, [order]: ok({ productTypes: [dress, stretch, casual] }) }
  const page = await openAdmin(<ProductTypesPage />, replies)
  const letAnswer = slowCalls(order)
  await page.press('Move Stretch up')
  expect(namesIn(page)).toEqual(['Dress', 'Stretch', 'Casual'])
  await page.press('Move Stretch down')
  expect(namesIn(page)).toEqual(['Dress', 'Casual', 'Stretch'])
  // The second wish waits for the answer to the first, so that it can't overtake it on the way.
  expect(page.sent(order)).toEqual([{ ids: ['dress', 'stretch', 'casual'] }])
  replies[order] = before
  letAnswer()
  await page.settle()
  expect(page.sent(order).slice(1)).toEqual([{ ids: ['dress', 'casual', 'stretch'] }])
  expect(namesIn(page)).toEqual(['Dress', 'Casual', 'Stretch'])
  letAnswer()
  await page.settle()
  expect(namesIn(page)).toEqual(['Dress', 'Casual', 'Stretch'])
  expect(page.told()).toEqual([])
})
