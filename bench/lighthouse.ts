import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumLaunch } from '../test/chromium.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import type { Row } from './row.ts'

const runs = 3
const paths = ['/', '/cart', '/returns', '/contact']
const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
/** Milliseconds in the simulated network of the mobile preset, and layout shift to three decimals. */
const limits = { 'largest-contentful-paint': 1200, 'cumulative-layout-shift': 0 } as const
/**
 * Bytes transferred to a phone: scripts, pictures before scrolling, and in total. Most visitors arrive on the home page;
 * other pages may have a form of their own.
 */
const homeBytes = { script: 60_000, pictures: 300_000, total: 450_000 } as const
const otherBytes = { ...homeBytes, script: 130_000 } as const

type Figures = Record<string, number>

/** Lighthouse's mobile preset on the built shop: the median of three runs per page, next to its limit. */
export async function benchLighthouse(): Promise<Row[]> {
  const shop = await startShopProcess({ env: { LOG_LEVEL: 'silent' } })
  const { executablePath, args } = await chromiumLaunch()
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', ...args],
    logLevel: 'silent',
  })
  try {
    const rows: Row[] = []
    for (const path of paths) {
      const all: Figures[] = []
      while (all.length < runs) all.push(await measure(new URL(path, shop.address).href, chrome.port))
      rows.push(...rowsOf(path, (name) => median(all.map((each) => each[name] ?? Number.NaN))))
    }
    return rows
  } finally {
    chrome.kill()
    await shop.stop()
    removeData(shop.dataDir)
  }
}

async function measure(url: string, port: number): Promise<Figures> {
  // A busy machine sometimes loses the start of a trace; Lighthouse itself asks to run it again.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json' })
    const found = result?.lhr
    if (!found || found.runtimeError) continue
    const named = (name: string) => found.audits[name]?.numericValue ?? Number.NaN
    const details = found.audits['network-requests']?.details as
      | { items?: { resourceType: string; transferSize: number }[] }
      | undefined
    const items = details?.items ?? []
    const sum = (of: typeof items) => of.reduce((total, each) => total + each.transferSize, 0)
    return {
      ...Object.fromEntries(
        Object.keys(categories).map((name) => [name, (found.categories[name]?.score ?? 0) * 100]),
      ),
      ...Object.fromEntries(Object.keys(limits).map((name) => [name, named(name)])),
      script: sum(items.filter((each) => each.resourceType === 'Script')),
      pictures: sum(items.filter((each) => each.resourceType === 'Image')),
      total: sum(items),
    }
  }
  throw new Error(`Lighthouse could not measure ${url} in three attempts`)
}

function rowsOf(path: string, of: (name: string) => number): Row[] {
  // A cart shouldn't be found by searches, and Lighthouse counts that against it.
  const least = Object.entries(categories)
    .filter(([name]) => name !== 'seo' || path !== '/cart')
    .map(([name, limit]) => row(path, name, of(name), limit, 'least'))
  const most = Object.entries({ ...limits, ...(path === '/' ? homeBytes : otherBytes) })
  return [...least, ...most.map(([name, limit]) => row(path, name, of(name), limit, 'most'))]
}

function row(path: string, name: string, value: number, limit: number, kind: 'least' | 'most'): Row {
  const ours = name === 'cumulative-layout-shift' ? Number(value.toFixed(3)) : Math.round(value)
  const holds = kind === 'least' ? ours >= limit : ours <= limit
  return {
    what: `Lighthouse ${path} ${name}`,
    ours: String(ours),
    peer: `at ${kind} ${limit}`,
    ratio: limit === 0 ? '' : (ours / limit).toFixed(2),
    limitedBy: 'the simulated slow phone: round trips and bytes',
    isBroken: !holds,
  }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
