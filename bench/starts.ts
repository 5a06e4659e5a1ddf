import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runningPackages } from '../scripts/running-packages.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import type { Row } from './row.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Megabytes of gcr.io/distroless/cc-debian12, the base of the image. */
const baseImage = 24

/**
 * Seconds until the shop answers, and the memory it takes, with an empty data folder and at the second start; and the
 * size of what runs it. Required for the second start: under 3 s.
 */
export async function benchStarts(): Promise<Row[]> {
  const dataDir = path.join(mkdtempSync(path.join(os.tmpdir(), 'shop-starts-')), 'data')
  const first = await timedStart(dataDir)
  const again = await timedStart(dataDir)
  removeData(path.dirname(dataDir))
  return [
    row('start on an empty data folder, s', first.seconds, 10),
    row('start again, s', again.seconds, 3),
    row(
      'peak of memory of a first start, embedded, MB',
      first.peak,
      320,
      'the engine of the embedded database',
    ),
    ...sizes(),
  ]
}

async function timedStart(dataDir: string): Promise<{ seconds: number; peak: number }> {
  const begun = performance.now()
  const shop = await startShopProcess({ dataDir })
  await fetch(shop.address)
  const seconds = (performance.now() - begun) / 1000
  const status = readFileSync(`/proc/${shop.pid}/status`, 'utf8')
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
  await shop.stop()
  return { seconds, peak }
}

/** What `npm ci --omit=dev` installs on this machine, and the image, as the sum of its parts. */
function sizes(): Row[] {
  const installed = [...runningPackages().installed.keys()].filter((place) =>
    existsSync(path.join(root, place)),
  )
  const besideNode = installed.filter((place) => !place.startsWith('node_modules/node-'))
  const bytes = besideNode.reduce((sum, place) => sum + bytesIn(path.join(root, place)), 0)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-packed-'))
  const pack = path.join(root, 'scripts/pack.ts')
  execFileSync(process.execPath, [pack, '--folder', path.join(folder, 'shop')], { stdio: 'ignore' })
  const image = baseImage + bytesIn(folder) / 1000 ** 2
  removeData(folder)
  return [
    row('packages installed to run', installed.length, 60, 'native and WebAssembly parts'),
    row('these beside Node, MiB', bytes / 1024 ** 2, 90, 'libvips and PGlite'),
    row('image, MB (computed)', image, 240, 'Node itself, 121 MB'),
  ]
}

function bytesIn(folder: string): number {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
}

function row(what: string, figure: number, limit: number, limitedBy = 'starting the embedded database'): Row {
  return {
    what,
    ours: Number.isInteger(figure) ? String(figure) : figure.toFixed(2),
    peer: `at most ${limit}`,
    ratio: (figure / limit).toFixed(2),
    limitedBy,
    isBroken: figure > limit,
  }
}
