import { openAdmin } from './admin-test.ts'
import { expect } from './shop-test.ts'
import { drop, testWithBoxes } from './shop-with-boxes.ts'

const test = testWithBoxes(30)
const curation = `/api/admin/drops/${drop}/curation`

test('on a slow connection that fails once, an owner still sees the end of a curation and the chosen belts', {
  tag: '@soak',
}, async ({ visitor }) => {
  // The first answer, of a drop without a run, is held back until the run has begun; then one look comes to nothing.
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  let looks = 0
  await visitor.route(`**${curation}`, async (route) => {
    if (route.request().method() === 'POST') {
      const reply = await route.fetch()
      await route.fulfill({ response: reply })
      setTimeout(begun, 300)
      return
    }
    looks += 1
    if (looks === 1) {
      const reply = await route.fetch()
      await hasBegun
      return route.fulfill({ response: reply }).catch(() => {})
    }
    if (looks === 2) {
      const reply = await route.fetch()
      const { run } = await reply.json()
      return route.fulfill({ response: reply, json: { run: { ...run, state: 'running' } } })
    }
    return looks === 3 ? route.abort() : route.continue()
  })
  await openAdmin(visitor, `/admin/drops/${drop}/curate`)
  await visitor.getByRole('button', { name: 'Curate', exact: true }).click()
  await expect(visitor.getByText('27 boxes have a belt, and 3 need you')).toBeVisible()
  await expect(
    visitor.getByRole('region', { name: 'Waiting for you' }).getByText('No size is chosen yet.'),
  ).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Proposed belts 27' })).toBeVisible()
})
