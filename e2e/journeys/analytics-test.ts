import type { Page } from '@playwright/test'
import { openShop, test as shopTest } from './shop-test.ts'

type Outside = {
  /** other sites’ addresses that the page requested */
  asked: string[]
}

const measuredShop = () =>
  openShop({
    env: {
      LOG_LEVEL: 'warn',
      GTM_ID: 'GTM-JOURNEY',
      GOOGLE_ADS_ID: 'AW-123456789',
      GOOGLE_ADS_LABEL: 'AbC-D_efGh12',
    },
  })

/** A visitor at a shop with a tag manager and an ads account, both stubbed as empty scripts. */
export const test = shopTest.extend<{ outside: Outside }>({
  shop: async ({ shops }, use) => use((await shops.open(measuredShop)).shop),
  outside: async ({ visitor, shop }, use) => use(await watchOutside(visitor, shop.address)),
})

/** Answers every request that leaves the shop with an empty response, and records it. */
export async function watchOutside(page: Page, home: string): Promise<Outside> {
  const asked: string[] = []
  await page.route(
    (url) => url.origin !== new URL(home).origin && url.protocol.startsWith('http'),
    (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    },
  )
  return { asked }
}

/** What the page has sent the tag manager so far: events as objects, ads tag commands as lists. */
export function told(page: Page): Promise<unknown[]> {
  return page.evaluate(() => {
    const layer = (window as unknown as { dataLayer?: unknown[] }).dataLayer ?? []
    return layer.map((entry) =>
      Object.prototype.toString.call(entry) === '[object Arguments]'
        ? Array.from(entry as ArrayLike<unknown>)
        : entry,
    )
  })
}
