import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumLaunch } from '../test/chromium.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import type { Row } from './row.ts'

/** Fetched when it's asked for: a fifth of all files that an install would unpack, for the one bench that needs it. */
const lighthouse = 'lighthouse@13.5.0'
const runs = 3
const paths = ['/', '/cart', '/returns', '/contact']
const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
/**
 * Milliseconds in the simulated network of the mobile preset, and layout shift to three decimals. The home page takes eight
 * round trips of 150 ms, and 5 to 20 ms of processor.
 */
const limits = { 'largest-contentful-paint': 1250, 'cumulative-layout-shift': 0 } as const
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
  try {
    const rows: Row[] = []
    for (const path of paths) {
      const all: Figures[] = []
      while (all.length < runs) all.push(await measure(new URL(path, shop.address).href))
      rows.push(...rowsOf(path, (name) => median(all.map((each) => each[name] ?? Number.NaN))))
    }
    return rows
  } finally {
    await shop.stop()
    removeData(shop.dataDir)
  }
}

/** Of a result, what is read here. */
type Result = {
  runtimeError?: object
  audits: Record<string, { numericValue?: number; details?: object }>
  categories: Record<string, { score: number | null }>
}

/** Null where it ended without a result. */
async function runLighthouse(url: string): Promise<Result | null> {
  const { executablePath, args } = await chromiumLaunch()
  const options = ['--quiet', '--output=json', `--chrome-flags=${['--headless=new', ...args].join(' ')}`]
  const run = promisify(execFile)('npx', ['--yes', lighthouse, url, ...options], {
    env: { ...process.env, CHROME_PATH: executablePath },
    maxBuffer: 64 * 1024 * 1024,
  })
  return run.then(({ stdout }) => JSON.parse(stdout) as Result).catch(() => null)
}

async function measure(url: string): Promise<Figures> {
  // A busy machine sometimes loses the start of a trace; Lighthouse itself asks to run it again.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const found = await runLighthouse(url)
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
