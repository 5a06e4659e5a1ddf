import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's path. */
const installed = '/usr/bin/chromium'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** For pages that live for seconds: the browser's background work to be faster later takes a quarter of their time. */
const frugal = ['--js-flags=--single-threaded', '--in-process-gpu', '--num-raster-threads=1']

type Launch = { executablePath: string; args: string[] }

/** How to launch a browser here. Playwright's own download isn't needed. CHROMIUM_PATH names another browser. */
export async function chromiumLaunch(): Promise<Launch> {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, args: quiet }
  if (existsSync(installed)) return { executablePath: installed, args: quiet }
  return { executablePath: await bundled(), args: quiet }
}

/**
 * The same, for tests that only drive a page: the headless shell, an npm package, takes half the time of a full Chromium,
 * which draws windows nobody sees. Falls back to the installed browser if the shell doesn't run.
 */
export async function shellLaunch(): Promise<Launch> {
  if (process.env.CHROMIUM_PATH) return chromiumLaunch()
  try {
    const executablePath = await bundled()
    execFileSync(executablePath, ['--version'], { stdio: 'ignore' })
    return { executablePath, args: [...quiet, ...frugal] }
  } catch {
    return chromiumLaunch()
  }
}

async function bundled(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
