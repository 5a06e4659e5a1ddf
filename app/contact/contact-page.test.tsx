import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { holdAnswer, openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { Footer } from '../layout/footer.tsx'
import PrivacyPage from '../policies/privacy-page.tsx'
import ReturnsPage from '../policies/returns-page.tsx'
import { onToast, type Toast } from '../ui/toast-store.ts'
import ContactPage from './contact-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })

// What is fetched when it is wanted, ahead: here no line is slow.
beforeAll(() => Promise.all([import('../newsletter/subscribe.ts'), import('../policies/return-form.tsx')]))

type Replies = Parameters<typeof openBrowser>[0]

function hearToasts(): Toast[] {
  const toasts: Toast[] = []
  onTestFinished(onToast((toast) => toast && toasts.push(toast)))
  return toasts
}

async function open(page: React.ReactNode, replies: Replies = {}) {
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

it('a message is sent as typed, once each field has what it says it needs', async () => {
  const { page, sent } = await open(<ContactPage />, { '/api/contact': ok({ success: true, message: '' }) })
  expect(page.button('Send').disabled).toBe(true)
  await page.leave('Name')
  await page.fill('Email', 'maya')
  await page.leave('Email')
  expect(page.words()).toContain('Name is required')
  expect(page.words()).toContain('Valid email is required')
  await write(page)
  expect(page.button('Send').disabled).toBe(false)
  await page.fill('Message', 'too short')
  await page.fill('Category', 'order')
  expect(page.button('Send').disabled).toBe(true)
  await page.leave('Order number')
  expect(page.words()).toContain('Order number is required for order issues')
  await page.fill('Order number', 'BC-7K3F-9QMT')
  await page.press('Send')
  expect(page.words()).toContain('Message must be at least 10 characters')
  expect(page.words()).not.toContain('required')
  expect(sent('/api/contact')).toEqual([])
  await page.fill('Message', 'It has not come yet.')
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

it('a message that fails to send says why and keeps what was typed, also on return', async () => {
  const told = hearToasts()
  const answers: Replies = { '/api/contact': { status: 500, body: '{}' } }
  const { page } = await open(<ContactPage />, answers)
  await write(page)
  for (const [answer, title, description] of [
    [{ status: 500, body: '{}' }, 'Failed to send message', 'Please try again or email us directly'],
    [
      { status: 503, body: '{"message":"The post is closed."}' },
      'Failed to send message',
      'The post is closed.',
    ],
    [ok({ success: false, message: 'The box is full.' }), 'Failed to send message', 'The box is full.'],
    // Without an answer nobody knows whether it arrived, so it isn't called refused.
    ['no answer', 'Error', 'Please try again or email us directly'],
  ] as const) {
    answers['/api/contact'] = answer
    await page.press('Send')
    expect(told.splice(0)).toMatchObject([{ title, description, destructive: true }])
    expect(page.words()).toContain(`Failed to send message. ${description}`)
    expect(page.words()).not.toContain('Message Sent')
  }
  const names = ['Name', 'Email', 'Subject', 'Message']
  const typed = ['Maya Ellison', 'maya@example.com', 'My belt', 'It has not come yet.']
  expect(names.map((name) => page.field(name).value)).toEqual(typed)
  const again = await openPage(<ContactPage />)
  expect(names.map((name) => again.field(name).value)).toEqual(typed)
})

it('an offline visitor is told so and loses nothing typed', async () => {
  const told = hearToasts()
  const answers: Replies = {}
  const { page, sent } = await open(<ContactPage />, answers)
  await write(page)
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  await page.press('Send')
  expect(told).toMatchObject([{ description: expect.stringMatching(/^You’re offline\./) }])
  expect(page.words()).toContain('Failed to send message. You’re offline. Nothing’s lost')
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
  answers['/api/contact'] = ok({ success: true, message: '' })
  await page.press('Send')
  expect(sent('/api/contact').at(-1)).toMatchObject({ subject: 'My belt', message: 'It has not come yet.' })
  expect(page.words()).toContain('Message Sent')
})

it('a sign-up is trimmed and welcomed, or kept for a retry with the error', async () => {
  const toasts = hearToasts()
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

it('a support message is sent, confirmed for three seconds, and the form is empty again', async () => {
  const told = hearToasts()
  const { page } = await open(<ContactPage />, { '/api/contact': ok({ success: true, message: '' }) })
  const wait = setTimeout
  let back = () => {}
  vi.stubGlobal('setTimeout', (run: () => void, delay?: number) => {
    if (delay !== 3000) return wait(run, delay)
    back = run
  })
  await write(page)
  const letAnswer = holdAnswer('/api/contact')
  await page.press('Send')
  expect(page.button('Sending...').disabled).toBe(true)
  letAnswer()
  await page.settle()
  expect(told).toMatchObject([
    { title: "Message sent successfully! We'll get back to you within 24 hours.", destructive: false },
  ])
  expect(page.document.querySelector('h2')?.textContent).toBe('Message Sent')
  expect(page.focused().textContent).toContain('Message Sent')
  await act(async () => back())
  expect(page.words()).not.toContain('Message Sent')
  const names = ['Name', 'Email', 'Subject', 'Category', 'Order number', 'Message']
  expect(names.map((name) => page.field(name).value)).toEqual(names.map(() => ''))
  // The keyboard is where the form begins.
  expect(page.focused().textContent).toBe('Contact Support')
})
