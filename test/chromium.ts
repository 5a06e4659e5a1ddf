import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's. */
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

/** For pages that live for seconds: what the browser does beside them, to be faster later, is a quarter of their time. */
const frugal = ['--js-flags=--single-threaded', '--in-process-gpu', '--num-raster-threads=1']

type Launch = { executablePath: string; args: string[] }

/** How to launch a browser here: Playwright's own download is never needed. CHROMIUM_PATH names another one. */
export async function chromiumLaunch(): Promise<Launch> {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, args: quiet }
  if (existsSync(installed)) return { executablePath: installed, args: quiet }
  return { executablePath: await bundled(), args: quiet }
}

/**
 * The same for what only has to be driven: the headless shell that comes as an npm package needs half the time of a whole
 * Chromium, which draws windows that nobody sees. Where it does not run, what is installed.
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
