import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'vitest'
import { formatDate } from '../../domain/calendar-date.ts'
import { installedBrowsers, type OtherBrowser, openTab, type Tab } from '../../test/other-browsers.ts'
import { removeData, type ShopProcess, startShopProcess } from '../../test/shop-process.ts'
import { sameDay } from '../journeys/same-day.ts'

// A purchase, a gift, its recipient's page and the member's page in Firefox and WebKit, by mouse and keys,
// where Debian's firefox-esr, or webkit2gtk-driver with xvfb, are installed. Pictures: .cache/browsers.

const pictures = path.resolve('.cache/browsers')
const browsers = installedBrowsers()

const kinds = {
  button: 'button, summary',
  link: 'a[href]',
  tick: 'input[type=radio], input[type=checkbox]',
  field: 'input, select, textarea',
}
type Kind = keyof typeof kinds

/** Where in the window a control with this name stands, once it is there and can be used; the first of several. */
function findInPage(selector: string, name: string, part: string): { x: number; y: number } | null {
  const fits = (text: string | null | undefined) =>
    Boolean(text && new RegExp(name).test(text.replaceAll(/\s+/g, ' ').trim()))
  const isSeen = (each: Element) =>
    each.getClientRects().length > 0 && getComputedStyle(each).visibility !== 'hidden'
  const over = document.querySelector('dialog:modal')
  for (const each of (over ?? document.querySelector(part))?.querySelectorAll<HTMLInputElement>(selector) ??
    []) {
    const labels = [...(each.labels ?? [])]
    const names = [each.getAttribute('aria-label'), ...labels.map((label) => label.textContent)]
    const isNamed =
      names.some(fits) ||
      (!each.labels?.length && fits(each.textContent)) ||
      (each.localName === 'button' && fits(each.textContent))
    const target = isSeen(each) ? each : labels.find(isSeen)
    if (!isNamed || each.disabled || !target) continue
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    return { x: Math.round(left + Math.min(width / 2, 24)), y: Math.round(top + height / 2) }
  }
  return null
}

/** What a visitor does, waiting for what is not there yet. */
class Hand {
  /** where it looks for controls */
  part = 'body'

  readonly tab: Tab

  constructor(tab: Tab) {
    this.tab = tab
  }

  async click(kind: Kind, name: string) {
    const find = () => this.tab.run(findInPage, kinds[kind], name, this.part)
    // A page that still scrolls moves it away from under the mouse.
    const { x, y } = await this.wait(`${kind} ${name}`, async () => {
      const before = await find()
      await new Promise((resolve) => setTimeout(resolve, 100))
      const now = await find()
      return now && before?.x === now.x && before.y === now.y ? now : null
    })
    const actions = [
      { type: 'pointerMove', duration: 0, x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.tab.act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions })
  }

  async type(name: string, text: string) {
    await this.click('field', `^${name}`)
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.tab.act({ type: 'key', id: 'keys', actions: keys })
  }

  async reads(text: string) {
    await this.wait(`“${text}”`, async () =>
      (await this.tab.run(
        (wanted) => (document.body?.innerText ?? '').replaceAll(/\s+/g, ' ').includes(wanted),
        text,
      ))
        ? true
        : null,
    )
  }

  async picture(name: string) {
    mkdirSync(pictures, { recursive: true })
    writeFileSync(path.join(pictures, `${name}.png`), await this.tab.picture())
  }

  private async wait<Found>(what: string, look: () => Promise<Found | null>): Promise<Found> {
    for (let tries = 0; tries < 150; tries++) {
      const found = await look()
      if (found !== null) return found
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await this.picture('stuck')
    throw new Error(
      `nothing like ${what} on ${await this.tab.run(() => `${location.href}\n${document.body.innerText}`)}`,
    )
  }
}

async function mailTo(shop: ShopProcess, kind: string, to: string): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const mails = globSync(`mail/*_${kind}_*.json`, { cwd: shop.dataDir })
      .map((file): { to: string; text: string } =>
        JSON.parse(readFileSync(path.join(shop.dataDir, file), 'utf8')),
      )
      .filter((mail) => mail.to === to)
    if (mails[0]) return mails[0].text
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no mail ${kind} to ${to}`)
}

/** City and state come by themselves. */
async function address(hand: Hand, name: string) {
  await hand.type('Full name', name)
  await hand.type('Address', '418 Alder Street')
  await hand.type('ZIP code', '97209')
}

describe.each<OtherBrowser>(['Firefox', 'WebKit'])('in %s', (browser) => {
  it.skipIf(!browsers.includes(browser)).each([
    ['a notebook', 1280, 900],
    ['a phone', 430, 900],
  ])(
    'on %s, a belt is bought, a gift is given and chosen, and a member skips a month',
    async (where, width, height) => {
      const zones = sameDay(new Date())
      const today = formatDate(zones.today).replaceAll(/\s/g, ' ')
      const start = (SHOP_TIME_ZONE: string, dataDir?: string) =>
        startShopProcess({ env: { LOG_LEVEL: 'warn', SHOP_TIME_ZONE }, ...(dataDir ? { dataDir } : {}) })
      let shop = await start(zones.early)
      const tab = await openTab(browser, width, height)
      const hand = new Hand(tab)
      const shown = (name: string) => hand.picture(`${browser}-${where.replace('a ', '')}-${name}`)
      try {
        await tab.go(shop.address)
        await shown('home')
        hand.part = '.quiz'
        await hand.click('tick', '^Myself')
        await hand.click('button', '^Next')
        await hand.click('tick', '^Men')
        await hand.click('button', '^Next')
        await hand.click('tick', '^Dress')
        await hand.click('button', '^Next')
        await hand.click('tick', '36')
        await hand.click('tick', '^I understand')
        await shown('quiz')
        await hand.click('button', '^Next')
        await hand.type('Email', 'maya@example.com')
        await address(hand, 'Maya Ellison')
        await hand.click('button', '^Next')
        await hand.click('tick', '^Monthly')
        await hand.reads('Your first six')
        await shown('reveal')
        await hand.click('button', '^Add to Cart')
        hand.part = 'main'
        await hand.reads('Complete Your Order')
        await shown('cart')
        await hand.click('button', '^Proceed to Payment')
        await hand.type('Card number', '4242424242424242')
        await hand.type('Expiration date', '1240')
        await hand.type('Security code', '123')
        await hand.click('button', '^Pay \\$')
        await hand.reads('Please confirm that you know how your plan renews.')
        await hand.click('tick', 'renews at')
        await shown('payment')
        await hand.click('button', '^Pay \\$')
        await hand.reads('Payment Successful')
        await shown('success')

        const [, manage] =
          /(\/mail\/manage\/\S+)/.exec(await mailTo(shop, 'order-confirmation', 'maya@example.com')) ?? []
        await tab.go(`${shop.address}${manage}`)
        await hand.click('button', '^Open my membership page')
        await hand.reads('Already paid')
        await shown('account')
        await hand.click('button', '^Skip')
        await hand.reads('Undo')
        await shown('account-skipped')

        await tab.go(`${shop.address}/`)
        hand.part = '.quiz'
        await hand.click('tick', '^A gift')
        await hand.click('button', '^Next')
        await hand.click('tick', '^Women')
        await hand.click('button', '^Next')
        await hand.click('tick', '^Let Recipient Pick')
        await hand.click('button', '^Next')
        await hand.click('tick', '^Let Recipient Choose')
        await hand.click('tick', '^I understand')
        await hand.click('button', '^Next')
        await hand.type('Your name', 'Maya Ellison')
        await hand.type('Your email', 'maya@example.com')
        await hand.type('Recipient email', 'ines@example.com')
        await hand.click('button', `^${today}$`)
        await shown('gift-day')
        await address(hand, 'Ines Ellison')
        await hand.click('button', '^Next')
        await hand.click('tick', '^6 Months')
        await hand.click('button', '^Add to Cart')
        hand.part = 'main'
        await hand.reads('Complete Your Gift Order')
        await hand.click('button', '^Proceed to Payment')
        await hand.click('button', '^Demo wallet')
        await hand.click('button', '^Confirm')
        await hand.reads('Payment Successful')
        await shown('gift-success')

        // Hours pass: at nine in the morning recipients are told.
        await shop.stop()
        shop = await start(zones.late, shop.dataDir)
        const [, letter] = /(\/gift\/\S+)/.exec(await mailTo(shop, 'gift-notice', 'ines@example.com')) ?? []
        await tab.go(`${shop.address}${letter}`)
        await shown('gift-letter')
        await hand.reads('Maya is sending you belts.')
        await hand.click('tick', '^Dress')
        await hand.click('tick', '32')
        await hand.click('tick', '^I understand')
        await shown('gift-choice')
        await hand.click('button', '^Send me belts')
        await hand.reads('You’re all set.')
        await shown('gift-chosen')
      } finally {
        await tab.close()
        await shop.stop()
        removeData(shop.dataDir)
      }
    },
  )
})
