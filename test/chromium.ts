import { existsSync } from 'node:fs'

/** Debian's, or what CHROMIUM_PATH names; else the one that comes as an npm package. */
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

/** How to launch a browser here: Playwright's own download is never needed. */
export async function chromiumLaunch(): Promise<{ executablePath: string; args: string[] }> {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, args: quiet }
  if (existsSync(installed)) return { executablePath: installed, args: quiet }
  const { default: bundled } = await import('@sparticuz/chromium')
  return { executablePath: await bundled.executablePath(), args: quiet }
}
