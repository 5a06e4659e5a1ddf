import { chromium } from '@playwright/test'
import { chromiumLaunch } from '/work/wt/visitor/test/chromium.ts'
const [,, what, ...rest] = process.argv
const browser = await chromium.launch({ ...(await chromiumLaunch()) })
const base = 'http://127.0.0.1:4105'
const { run } = await import(what)
await run({ browser, base, rest })
await browser.close()
