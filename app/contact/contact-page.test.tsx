import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { Footer } from '../layout/footer.tsx'
import PrivacyPage from '../policies/privacy-page.tsx'
import ReturnsPage from '../policies/returns-page.tsx'
import { onToast, type Toast } from '../ui/toast-store.ts'
import ContactPage from './contact-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })

// What is fetched when it is wanted, ahead: here no line is slow.
beforeAll(() => Promise.all([import('../newsletter/subscribe.ts'), import('../policies/return-form.tsx')]))

async function open(page: React.ReactNode, replies: Parameters<typeof openBrowser>[0] = {}) {
  const { asked } = openBrowser(replies)
  const sent = (path: string) => asked.filter((each) => each.path === path).map(({ body }) => body)
  return { page: await openPage(page), sent }
}

async function write(page: Awaited<ReturnType<typeof openPage>>) {
  await page.fill('Name', 'Maya Ellison')
  await page.fill('Email', 'maya@example.com')
  await page.fill('Subject', 'My belt')
  await page.fill('Message', 'It has not come yet.')
}

it('a message is sent as typed, then cleared; an order issue needs the number', async () => {
  const { page, sent } = await open(<ContactPage />, { '/api/contact': ok({ success: true, message: '' }) })
  await write(page)
  expect(page.button('Send').disabled).toBe(false)
  await page.fill('Category', 'order')
  expect(page.button('Send').disabled).toBe(true)
  await page.leave('Order number')
  expect(page.words()).toContain('Order number is required for order issues')
  await page.fill('Order number', 'BC-7K3F-9QMT')
  expect(sessionStorage.getItem('contactDraft')).toContain('It has not come yet.')
  await page.press('Send')
  expect(sent('/api/contact')).toEqual([
    {
      ...{ name: 'Maya Ellison', email: 'maya@example.com', subject: 'My belt', category: 'order' },
      ...{ orderNumber: 'BC-7K3F-9QMT', message: 'It has not come yet.' },
    },
  ])
  expect(page.words()).toContain('Message Sent')
  expect(sessionStorage.getItem('contactDraft')).toBeNull()
})

it('a failed message says why, and is still there on return', async () => {
  const refused = { status: 503, body: '{"message":"The post is closed."}' }
  const { page } = await open(<ContactPage />, { '/api/contact': refused })
  await write(page)
  await page.press('Send')
  expect(page.words()).toContain('Failed to send message. The post is closed.')
  // Without an answer nobody knows whether it arrived, so it isn't called refused.
  const toasts: Toast[] = []
  const stop = onToast((toast) => toast && toasts.push(toast))
  const lost = await open(<ContactPage />)
  await write(lost.page)
  await lost.page.press('Send')
  expect(toasts).toMatchObject([{ title: 'Error', destructive: true }])
  stop()
  const again = await openPage(<ContactPage />)
  expect(['Name', 'Email', 'Subject', 'Message'].map((name) => again.field(name).value)).toEqual([
    ...['Maya Ellison', 'maya@example.com', 'My belt', 'It has not come yet.'],
  ])
})

it('a sign-up is trimmed and welcomed, or kept for a retry with the error', async () => {
  const toasts: Toast[] = []
  const stop = onToast((toast) => toast && toasts.push(toast))
  const { page, sent } = await open(<ContactPage />, {
    '/api/newsletter/subscribe': { status: 500, body: '{}' },
  })
  expect(page.button('Subscribe').disabled).toBe(true)
  await page.fill('Where we send it', ' ada@example.com ')
  await page.fill('First name (optional)', ' ')
  await page.press('Subscribe')
  expect(sent('/api/newsletter/subscribe')).toEqual([{ email: 'ada@example.com', source: 'contact' }])
  expect(toasts).toMatchObject([{ title: 'Subscription failed', description: 'Please try again later' }])
  expect(page.field('Where we send it').value).toBe('ada@example.com')
  expect(page.button('Subscribe').disabled).toBe(false)
  stop()
})

it('a sign-up in the footer is welcomed where the keyboard was', async () => {
  const { page, sent } = await open(<Footer />, { '/api/newsletter/subscribe': ok({ success: true }) })
  await page.fill('Newsletter', 'ada@example.com')
  await page.press('Subscribe')
  expect(sent('/api/newsletter/subscribe')).toEqual([{ email: 'ada@example.com', source: 'footer' }])
  expect(page.focused().getAttribute('role')).toBe('status')
  expect(page.focused().textContent).toContain('Welcome aboard! Check your email for a confirmation message.')
})

it('a return request needs order and address, and says where the link went', async () => {
  const call = '/api/account/returns'
  const { page, sent } = await open(<ReturnsPage />, { [call]: ok({}) })
  await page.press(/^Start here instead/)
  await page.press('Email me the link')
  expect(page.words()).toMatch(/Enter your order number\..*Please enter a valid email address\./)
  expect(page.focused().name).toBe('order-number')
  await page.fill('Order number', 'BC-7K3F-9QMT')
  await page.fill('Email', ' maya@example.com')
  await page.press('Email me the link')
  expect(sent(call)).toEqual([{ orderNumber: 'BC-7K3F-9QMT', email: 'maya@example.com' }])
  expect(page.words()).toContain('maya@example.com')
  await page.press('Use another number or address')
  expect(page.field('Email').value).toBe('maya@example.com')
  expect(page.focused().name).toBe('order-number')
  const lost = await open(<ReturnsPage />)
  await lost.page.press(/^Start here instead/)
  await lost.page.fill('Order number', 'BC-7K3F-9QMT')
  await lost.page.fill('Email', 'maya@example.com')
  await lost.page.press('Email me the link')
  expect(lost.page.words()).toContain('We couldn’t reach the shop. Please try again.')
  expect(lost.page.field('Order number').value).toBe('BC-7K3F-9QMT')
})

it('a data request, copy or deletion, needs a valid address', async () => {
  const call = '/api/account/my-data/ask'
  for (const [button, wish] of [
    ['Email me my data', 'copy'],
    ['Delete my data', 'deletion'],
  ] as const) {
    const { page, sent } = await open(<PrivacyPage />, { [call]: ok({}) })
    await page.fill('Email', 'maya')
    await page.press(button)
    expect(page.words()).toContain('Please enter a valid email address.')
    await page.fill('Email', 'maya@example.com')
    await page.press(button)
    expect(sent(call)).toEqual([{ email: 'maya@example.com', wish }])
    expect(page.words()).toContain('a link is on its way to maya@example.com. It works for 24 hours.')
    expect(page.focused().textContent).toMatch(/^Check your email: a link is on its way to maya@example.com/)
    await page.press('Use another address')
    expect(page.focused()).toBe(page.field('Email'))
    expect(page.field('Email').value).toBe('maya@example.com')
  }
  const { page } = await open(<PrivacyPage />)
  await page.fill('Email', 'maya@example.com')
  await page.press('Email me my data')
  expect(page.words()).toContain('We couldn’t reach the shop. Please try again.')
})
