import { calendarDateIn, formatDate, formatDay } from '../../domain/calendar-date.ts'
import { nextChargeDay } from '../../domain/charge-day.ts'
import { addDrops, cutOffDay, dropName, firstDrop, shipBy } from '../../domain/drop.ts'
import { sized } from '../../test/random.ts'
import { buy, gift, mails } from './buy-order.ts'
import { expectPaper, lookAtScreen } from './look-at-screen.ts'
import { expect, test } from './shop-test.ts'

// Every screen of the member's page, each measured by look-at-screen.ts: some take a second.

const today = calendarDateIn('America/New_York', new Date())
const first = firstDrop(today)
const month = (after: number) => dropName(addDrops(first, after))
const charge = (after: number) => formatDay(nextChargeDay(today, after), today)

const { giftDetails: _, ...bought } = gift
/** Unique in the shop that the journeys share. */
const address = 'maya.member@example.com'
const own = {
  ...bought,
  planId: 'monthly',
  planName: 'Monthly',
  price: '$69.50',
  recipientType: 'self',
  styles: ['dress', 'casual'],
  shippingDetails: { ...gift.shippingDetails, fullName: 'Maya Ellison', email: address },
}

/** In the soak also a pause, the address, a receipt and a refused deletion; app/account tests each of them. */
const isLong = sized(false, true)

test('a guest opens the email after buying, skips, changes, cancels and comes back', async ({
  visitor,
  shop,
}) => {
  await buy(shop, own, address)
  await expect.poll(() => mails(shop, 'order-confirmation', address)).toHaveLength(1)
  const [confirmation] = mails(shop, 'order-confirmation', address)
  const way = /Manage or cancel your membership: \S+?(\/mail\/manage\/\S+)\n/.exec(
    confirmation?.text ?? '',
  )?.[1]
  await visitor.goto(way ?? '')
  await visitor.getByRole('button', { name: 'Open my membership page' }).click()
  await expect(visitor).toHaveURL(/\/account$/)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Your ${month(0)} belt`)
  await visitor.getByRole('button', { name: 'Sign out', exact: true }).click()
  await visitor.getByLabel('Email', { exact: true }).first().fill('maya')
  await visitor.getByRole('button', { name: 'Email me a link' }).click()
  await expect(visitor.getByText('Please enter a valid email address.')).toBeVisible()
  await lookAtScreen(visitor, 'sign-in', { part: 'main' })
  await visitor.getByLabel('Email', { exact: true }).first().fill(' Maya.Member@Example.com')
  await visitor.getByRole('button', { name: 'Email me a link' }).click()
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  if (isLong) await lookAtScreen(visitor, 'link sent', { part: 'main' })

  await expect.poll(() => mails(shop, 'magic-link', address)).toHaveLength(1)
  const link = /\/account#[\w-]{43}/.exec(mails(shop, 'magic-link', address)[0]?.text ?? '')?.[0] ?? ''
  await visitor.goto('/robots.txt')
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Your ${month(0)} belt`)
  await expect(visitor).toHaveURL(/\/account$/)
  const box = visitor.getByRole('region', { name: 'Next box' })
  await expect(box).toContainText(`Ships by ${formatDay(shipBy(first), today)}.`)
  await expect(box).toContainText(formatDay(cutOffDay(first), today))
  await expect(box).toContainText(`${formatDate(nextChargeDay(today, 1))}, $69.50`)
  await lookAtScreen(visitor, 'my membership', { part: 'main' })
  await expectPaper(visitor, '.next-box')

  await expect(box).toContainText(`your next belt is ${month(1)}’s, the next charge is ${charge(2)}`)
  await visitor.getByRole('button', { name: `Skip ${month(0)}` }).click()
  await expect(box.getByRole('status')).toHaveText(
    `${month(0)} is skipped: your next belt is ${month(1)}’s, the next charge is ${charge(2)}.`,
  )

  await visitor.getByRole('button', { name: 'Change size or style' }).click()
  await visitor.getByRole('radio', { name: 'belt 38' }).check()
  await lookAtScreen(visitor, 'size and styles', { part: 'main' })
  await visitor.getByRole('button', { name: 'Save size and styles' }).click()
  await expect(box.getByRole('status')).toHaveText(
    `${month(1)}’s belt and every one after it: size 38, dress and casual.`,
  )

  if (isLong) {
    await visitor.getByRole('button', { name: 'Pause', exact: true }).click()
    await visitor.getByRole('radio', { name: /^Two months/ }).check()
    await lookAtScreen(visitor, 'pause', { part: 'main' })
    await visitor.locator('form').getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(box.getByRole('status')).toHaveText(
      `${month(1)} and ${month(2)} are skipped: your next belt is ${month(3)}’s, the next charge is ${charge(4)}.`,
    )
  }

  const next = isLong ? 3 : 1
  // Two clicks, and nothing is asked.
  await visitor.getByRole('button', { name: 'Cancel membership' }).click()
  await lookAtScreen(visitor, 'cancel', { part: 'main' })
  await visitor.getByRole('button', { name: 'Cancel now' }).click()
  await expect(box.getByRole('status')).toHaveText('Canceled, as you asked.')
  await expect(box).toContainText('you won’t be charged again')
  await expect(box).toContainText(
    `${month(next)}’s belt ships by ${formatDate(shipBy(addDrops(first, next))).split(',')[0]}`,
  )
  if (isLong) await lookAtScreen(visitor, 'cancelled', { part: 'main' })
  // Asked once it is done, answered with one tap.
  await visitor.getByRole('radio', { name: 'I have enough belts' }).check()
  await expect(box.getByText('Thanks for telling us.')).toBeVisible()
  await visitor.getByRole('button', { name: 'Undo the cancellation' }).click()
  await expect(box.getByRole('status').first()).toHaveText(
    `Your membership continues: your next belt is ${month(next)}’s, the next charge is ${charge(next + 1)}.`,
  )

  if (isLong) {
    await visitor.getByRole('button', { name: 'Change the address' }).click()
    await visitor.getByLabel('City', { exact: true }).fill('')
    await visitor.getByRole('button', { name: 'Save the address' }).click()
    await expect(visitor.getByText('City is required')).toBeVisible()
    await lookAtScreen(visitor, 'address with an error', { part: 'main' })
    await visitor.getByLabel('City', { exact: true }).fill('Salem')
    await visitor.getByRole('button', { name: 'Save the address' }).click()
    await expect(visitor.getByText('418 Alder Street, Salem, OR 97209').first()).toBeVisible()

    await visitor.getByRole('button', { name: /^Open the receipt/ }).click()
    await expect(visitor.getByRole('dialog')).toContainText('$69.50')
    await lookAtScreen(visitor, 'receipt')
    await visitor.keyboard.press('Escape')

    await visitor.getByRole('button', { name: 'Delete my data' }).click()
    await visitor.getByRole('button', { name: 'Delete it now' }).click()
    await expect(visitor.getByText('Your membership renews. Cancel it first')).toBeVisible()
    await lookAtScreen(visitor, 'deletion refused', { part: 'main' })
  }

  await visitor.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await visitor.goto('/robots.txt')
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'This link has stopped working' })).toBeVisible()
  await expect(visitor).toHaveURL(/\/account$/)
  await expect(visitor.getByLabel('Email', { exact: true }).first()).toBeVisible()
})
