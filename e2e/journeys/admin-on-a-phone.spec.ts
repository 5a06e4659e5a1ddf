import { readFileSync } from 'node:fs'
import { openAdmin } from './admin-test.ts'
import { post } from './buy-order.ts'
import { findReflowProblems, findSmallTargets } from './measure-screen.ts'
import { expect } from './shop-test.ts'
import { drop, testWithBoxes } from './shop-with-boxes.ts'

const test = testWithBoxes(12)

/** Every admin route, as a path with its `:names`, from the lines of the file that has them. */
function adminPaths(): string[] {
  const above: string[] = []
  const paths: string[] = []
  for (const line of readFileSync('app/admin/admin-routes.ts', 'utf8').split('\n')) {
    const path = /route\('([^']+)'/.exec(line)?.[1]
    if (line.endsWith('[')) above.push(path ?? '')
    else if (/^\s*(route|index)\(/.test(line)) paths.push(['', ...above, ...(path ? [path] : [])].join('/'))
    else if (/^\s*\]/.test(line)) above.pop()
  }
  return paths
}

// In the soak: `npm test` measures most of the forty screens elsewhere, with what they open (look-at-screen.ts).
test('every admin screen can be used by touch on a phone', { tag: ['@phone', '@soak'] }, async ({
  visitor: page,
  shop,
}) => {
  await post(shop, '/api/contact', {
    name: 'Lee Okafor',
    email: 'lee@example.com',
    subject: 'Where is my belt?',
    category: 'order',
    message: 'It has not come yet.',
  })
  await openAdmin(page)
  const rows = page.locator('table.orders tbody tr', { has: page.getByRole('checkbox') })
  await expect(rows).toHaveCount(12)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights), 'an order’s card').toBeLessThanOrEqual(120)

  /** The first of each list, which has a page of its own. */
  const first = async (call: string, list: string) =>
    (await page.evaluate((address) => fetch(address).then((answer) => answer.json()), `/api/admin/${call}`))[
      list
    ][0].id
  const names: Record<string, string> = {
    ':drop': drop,
    ':orderId': await first('orders', 'orders'),
    ':personId': await first('people', 'people'),
    ':beltId': await first('belts', 'belts'),
    ':letterId': await first('letters', 'letters'),
  }
  // A dispute needs the provider, which isn’t here; its page uses the same parts as the others.
  const paths = adminPaths().filter((path) => !path.includes(':disputeId'))
  expect(paths.length).toBeGreaterThan(40)
  const busy = page.locator('[aria-busy="true"], .list-wait[role="status"]').filter({ visible: true })
  for (const path of paths) {
    await page.goto(path.replaceAll(/:\w+/g, (name) => names[name] ?? name))
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(busy).toHaveCount(0)
    for (const summary of await page.locator('main details:not([open]) > summary').all()) {
      if (await summary.isVisible()) await summary.click()
    }
    expect.soft(await page.evaluate(findSmallTargets, 'html'), `targets: ${path}`).toEqual([])
    expect.soft(await page.evaluate(findReflowProblems, 'main'), `text: ${path}`).toEqual([])
  }
})
