import type { Page } from '@playwright/test'
import { calendarDateIn, formatDay } from '../../domain/calendar-date.ts'
import { cutOffDay, firstDrop } from '../../domain/drop.ts'
import type { ShopProcess } from '../../test/shop-process.ts'
import { openAdmin } from './admin-test.ts'
import { buy, gift, mails } from './buy-order.ts'
import { lookAtScreen } from './look-at-screen.ts'
import { adminPassword, test as base, expect, openShop } from './shop-test.ts'

const today = calendarDateIn('America/New_York', new Date())
const drop = firstDrop(today)
const maya = 'maya.exchange@example.com'
const ines = 'ines.return@example.com'

const { giftDetails: _, ...bought } = gift
const own = (fullName: string, email: string, size: string) => ({
  ...{ ...bought, planId: 'monthly', planName: 'Monthly', price: '$69.50', recipientType: 'self', size },
  shippingDetails: { ...gift.shippingDetails, fullName, email },
})

/** A shop of its own: a whole drop is packed. */
const ownShop = () =>
  openShop({
    env: {
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: adminPassword,
      POSTAL_ADDRESS: '1 Main Street, Dover, DE 19901',
    },
  })
const test = base.extend({ shop: async ({ shops }, use) => use((await shops.open(ownShop)).shop) })

// Two members' belts from the order to the exchange, and the screens on the way measured.
test('an unsure member chooses a size, gets the guide and exchanges the belt; a return by order number is refunded', {
  tag: '@soak',
}, async ({ visitor, shop }) => {
  await buy(shop, own('Maya Ellison', maya, 'Unsure'), maya)
  const orderNumber = await buy(shop, own('Ines Okafor', ines, '34'), ines)
  await expect.poll(() => mails(shop, 'order-confirmation', maya)).toHaveLength(1)
  const confirmation = mails(shop, 'order-confirmation', maya)[0]?.text ?? ''
  expect(confirmation).toContain(`by ${formatDay(cutOffDay(drop), today).replaceAll('\u00a0', ' ')}`)
  expect(confirmation).toMatch(/Choose your size: http\S+\/(account|mail\/manage\/\S+)\n/)

  await signIn(visitor, shop, '/account', maya)
  const box = visitor.getByRole('region', { name: 'Next box' })
  await expect(box).toContainText('Your belt is waiting for your size. Belt size is pants size plus 2 inches')
  await lookAtScreen(visitor, 'a size is wanted', { part: '[aria-label="Next box"]' })
  await visitor.getByRole('button', { name: 'Choose your size' }).click()
  await box.getByRole('radio', { name: 'belt 36' }).check()
  await box.getByRole('button', { name: 'Save size and styles' }).click()
  await expect(box.getByRole('button', { name: 'Choose your size' })).toBeHidden()

  await visitor.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(visitor, `/admin/drops/${drop}/curate`)
  await visitor.getByRole('button', { name: 'Curate', exact: true }).click()
  await expect(visitor.getByText('2 boxes have a belt')).toBeVisible()
  await visitor.getByRole('link', { name: 'Pack', exact: true }).click()
  await visitor.getByRole('button', { name: 'Pack 2 boxes' }).click()
  await visitor.getByRole('dialog').getByRole('button', { name: 'Pack 2 boxes' }).click()
  await visitor.getByRole('link', { name: 'Packing slips' }).click()
  await expect(visitor.getByRole('article', { name: 'Packing slip for Maya Ellison' })).toContainText(
    'With the measuring guide',
  )
  await expect(visitor.getByText('With the measuring guide')).toHaveCount(1)
  await visitor.goBack()
  await visitor.getByRole('link', { name: 'Pick list' }).click()
  await visitor.getByRole('link', { name: 'measuring guide' }).click()
  await expect(visitor.getByText('One packed box gets it')).toBeVisible()
  await lookAtScreen(visitor, 'measuring guide', { part: '.guide' })
  const sheet = (await visitor.pdf()).toString('latin1')
  expect(sheet.match(/\/Type \/Page\b/g)).toHaveLength(1)

  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.goto(`/admin/drops/${drop}/ship`)
  for (const [name, number] of [
    ['Maya Ellison', '1Z999AA10123456784'],
    ['Ines Okafor', '1Z999AA10123456785'],
  ] as const) {
    await visitor.getByLabel(`Tracking number of ${name}`).fill(number)
    await visitor.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(visitor.getByLabel(`Tracking number of ${name}`, { exact: true })).toBeHidden()
  }

  await visitor.goto('/account')
  await visitor.getByRole('button', { name: /^Exchange or return/ }).click()
  const form = visitor.getByRole('dialog')
  await form.getByRole('radio', { name: /belt 38|^38/ }).check()
  await lookAtScreen(visitor, 'exchange', { part: '.belt-dialog' })
  await form.getByRole('button', { name: 'Request the exchange' }).click()
  await expect(visitor.getByText(/size 38 is set aside for you/)).toBeVisible()
  await visitor.getByRole('button', { name: /^Return label/ }).click()
  await expect(visitor.getByRole('dialog')).toContainText(/Return R-[\dA-F]{8}/)
  await expect(visitor.getByRole('dialog').getByRole('link', { name: 'Download the label' })).toBeVisible()
  await expect(visitor.getByRole('dialog').getByRole('img', { name: /^Code for return/ })).toBeVisible()
  await expect.poll(() => mails(shop, 'exchange-requested', maya)).toHaveLength(1)

  await visitor.goto('/returns')
  await visitor.getByRole('button', { name: /^Start here instead/ }).click()
  await visitor.getByLabel('Order number').fill(orderNumber.toLowerCase())
  await visitor.getByRole('main').getByLabel('Email').first().fill(ines)
  await visitor.getByRole('button', { name: 'Email me the link' }).click()
  await expect(visitor.getByText('a link to its belts is on its way')).toBeVisible()
  await expect.poll(() => mails(shop, 'exchange-link', ines)).toHaveLength(1)
  const link = /\/account\?exchange=\S+/.exec(mails(shop, 'exchange-link', ines)[0]?.text ?? '')?.[0] ?? ''
  await visitor.goto(link)
  await visitor.getByRole('button', { name: /^Exchange or return/ }).click()
  await form.getByRole('radio', { name: /^Return it for a refund/ }).check()
  await form.getByRole('button', { name: 'Request the return' }).click()
  await expect(visitor.getByText(/^Send it back by/)).toBeVisible()

  await visitor.goto('/admin/exchanges')
  const ofMaya = visitor.getByRole('article').filter({ hasText: 'Another size' })
  const ofInes = visitor.getByRole('article').filter({ hasText: 'Return for a refund' })
  await expect(ofInes).toContainText('asked on the returns page')
  // The 38 cannot be found: the owner puts a 40 aside instead.
  await ofMaya.getByRole('button', { name: 'Offer something else' }).click()
  await lookAtScreen(visitor, 'give something else', { part: '.adm-confirm' })
  await form.getByLabel('Size').selectOption('40')
  await form.getByRole('button', { name: 'Change it' }).click()
  await expect(ofMaya).toContainText('size 40')
  await expect.poll(() => mails(shop, 'exchange-changed', maya)).toHaveLength(1)
  for (const exchange of [ofMaya, ofInes]) {
    await exchange.getByRole('button', { name: 'It’s back' }).click()
    await visitor.getByRole('dialog').getByRole('button', { name: 'It’s back' }).click()
    await expect(exchange).toContainText('Received')
  }
  await ofMaya.getByRole('button', { name: 'Ship the replacement' }).click()
  await visitor.getByLabel('Tracking number').fill('1Z999AA10123456786')
  await visitor.getByRole('dialog').getByRole('button', { name: 'It shipped' }).click()
  await expect(ofMaya).toBeHidden()
  await ofInes.getByRole('button', { name: 'Refund $69.50' }).click()
  await visitor.getByRole('dialog').getByRole('button', { name: 'Refund $69.50' }).click()
  await expect(visitor.getByText('No belt is on its way back, and no one’s waiting.')).toBeVisible()
  await expect.poll(() => mails(shop, 'refund-made', ines)).toHaveLength(1)

  // Still signed in as who returned, on this device; then as who waits for another size.
  await visitor.goto('/account')
  await expect(visitor.getByText('the money went back the way it was paid')).toBeVisible()
  await visitor.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await signIn(visitor, shop, '/account', maya)
  await expect(visitor.getByText(/size 40 is on its way to you/)).toBeVisible()
  await expect(visitor.getByText('Tracking 1Z999AA10123456786')).toBeVisible()
})

async function signIn(visitor: Page, shop: ShopProcess, page: string, email: string) {
  const before = mails(shop, 'magic-link', email).length
  await visitor.goto(page)
  await visitor.getByLabel('Email', { exact: true }).first().fill(email)
  await visitor.getByRole('button', { name: 'Email me a link' }).click()
  await expect.poll(() => mails(shop, 'magic-link', email)).toHaveLength(before + 1)
  const links = mails(shop, 'magic-link', email).map(
    (mail) => /\/account#[\w-]{43}/.exec(mail.text ?? '')?.[0] ?? '',
  )
  await visitor.goto('/')
  await visitor.goto(links.at(-1) ?? '')
  await expect(visitor.getByRole('region', { name: 'Next box' })).toBeVisible()
}
