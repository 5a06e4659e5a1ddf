import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { newShopsQuiz } from '../../test/new-shops-quiz.ts'
import { openPage } from '../../test/open-page.tsx'
import { renderPage, wordsOf } from '../../test/render-page.tsx'
import AccountPage from '../account/account-page.tsx'
import CartPage from '../cart/cart-page.tsx'
import SuccessPage from '../checkout/success-page.tsx'
import ThankYouPage from '../checkout/thank-you-page.tsx'
import HandoverPage from '../handover/handover-page.tsx'
import HomePage from '../home/home-page.tsx'
import { MyDataForm } from '../policies/my-data-form.tsx'
import { ReturnForm } from '../policies/return-form.tsx'
import ReviewPage from '../review/review-page.tsx'
import { NotLoaded } from '../ui/late.tsx'
import { ErrorPage } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { ThemeToggle } from './header-parts.tsx'
import NotFoundPage from './not-found-page.tsx'
import { PageFrame } from './page-frame.tsx'
import { currentTheme, restoreTheme } from './theme.ts'

const linksIn = (html: string) =>
  [...html.matchAll(/<a([^>]*)>(.*?)<\/a>/gs)].map(([, attributes, inner]) => [
    (inner!.replace(/<svg.*?<\/svg>|<[^>]+>/gs, '') || /aria-label="([^"]*)"/.exec(attributes!)?.[1]) ?? '',
    /href="([^"]*)"/.exec(attributes!)?.[1],
  ])

it('the header links home, to the sections, account, cart, and social profile in a new tab', () => {
  const { html } = renderPage(<Header />)
  // The menu of small screens stands in the page too, closed.
  expect(linksIn(html.replace(/<dialog.*<\/dialog>/s, ''))).toEqual([
    ['Belt Club', '/'],
    ['How It Works', '/#how-it-works'],
    ['Style Quiz', '/#build-your-profile'],
    ['Styles', '/#styles'],
    ['Gift a Friend', '/#build-your-profile'],
    ['Plans', '/#plans'],
    ['Sizing Guide', '/#sizing-guide'],
    ['Account', '/account'],
    ['Our social profile, opens in a new tab', 'https://social.example/belts'],
    ['Cart', '/cart'],
  ])
  expect(html).toMatch(/href="https:\/\/social\.example\/belts" target="_blank"/)
  expect(html.match(/<svg(?![^>]*aria-hidden="true")[^>]*>/g), 'icons a screen reader hears').toBeNull()
})

it('the footer links to the sections and pages, and has newsletter and support', () => {
  const { html, words } = renderPage(<Footer />)
  expect(linksIn(html)).toEqual(
    expect.arrayContaining([
      ['How It Works', '/#how-it-works'],
      ['Styles', '/#styles'],
      ['Sizing Guide', '/#sizing-guide'],
      ['Plans', '/#plans'],
      ['Returns', '/returns'],
      ['Contact', '/contact'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Accessibility', '/accessibility'],
      ['My membership', '/account'],
      ['support@example.com', 'mailto:support@example.com'],
    ]),
  )
  expect(html.match(/type="email"/g)).toHaveLength(1)
  expect(html).not.toContain('name="name"')
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Subscribe/)
  expect(words).toContain('© 2026 Belt Club. Free shipping in the US and Canada')
  expect(words).toMatch(/Order questions answered within 12\shours, everything else within\s24\./)
  expect(words).toContain('We honor Global Privacy Control.')
})

it('an unknown path shows the Page Not Found screen', () => {
  expect(renderPage(<NotFoundPage />).words).toMatch(/^Page Not Found/)
})

it('a failed page links home and to support, and a missing page says so', () => {
  const { html, words } = renderPage(<ErrorPage error={new Error('broken')} />)
  expect(words).toContain('This page didn’t load')
  expect(words).not.toContain('broken')
  expect(linksIn(html)).toEqual(
    expect.arrayContaining([
      ['Return Home', '/'],
      ['support@example.com', 'mailto:support@example.com'],
    ]),
  )
  const missing = { status: 404, statusText: '', internal: false, data: '' }
  expect(renderPage(<ErrorPage error={missing} />).words).toContain('We couldn’t find that page.')
})

it('a visitor who opts out of sale stays out until they take it back', async () => {
  openBrowser()
  const page = await openPage(<Footer />)
  const choice = 'Do not sell or share my personal information'
  expect(page.button(choice).getAttribute('aria-pressed')).toBe('false')
  await page.press(choice)
  expect(localStorage.getItem('doNotSell')).toBe('1')
  expect(page.button(choice).getAttribute('aria-pressed')).toBe('true')
  expect(page.words()).toContain('You’re opted out.')
  await page.press(choice)
  expect(localStorage.getItem('doNotSell')).toBeNull()
})

it('a visitor who opts out of sale leaves scripts that have already loaded', async () => {
  openBrowser()
  const page = await openPage(<Footer />)
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const choice = 'Do not sell or share my personal information'
  await page.press(choice)
  await page.press(choice)
  expect(reload, 'nothing was loaded').not.toHaveBeenCalled()
  Object.assign(window, { dataLayer: [] })
  await page.press(choice)
  expect(reload).toHaveBeenCalledTimes(1)
  await page.press(choice)
  expect(reload, 'opting in loads nothing').toHaveBeenCalledTimes(1)
})

it('a part that didn’t load says so again if the shop still can’t be reached', async () => {
  openBrowser()
  const page = await openPage(<NotLoaded />)
  expect(page.words()).toContain('This didn’t load. Reload the page. Nothing you typed is lost.')
  await page.press('Reload the page')
  expect(page.words()).toContain('We couldn’t reach the shop. Nothing’s lost.')
})

it('a chosen theme is kept under theme, there from the first paint of the next page, and junk counts as no choice', async () => {
  openBrowser()
  const page = await openPage(<ThemeToggle />)
  // A new document. Its system prefers light.
  const next = () => {
    delete page.document.documentElement.dataset.theme
    restoreTheme()
    return currentTheme()
  }
  expect(next()).toBe('light')
  await page.press('Switch to dark theme')
  expect(page.document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect([currentTheme(), next()]).toEqual(['dark', 'dark'])
  // The script in the head of every page, before React.
  await act(async () => {
    delete page.document.documentElement.dataset.theme
    await import('../before-hydration/inline-script.ts')
  })
  expect(page.document.documentElement.dataset.theme).toBe('dark')
  window.beforeHydration!.recording.abort()
  await page.press('Switch to light theme')
  expect(localStorage.getItem('theme')).toBe('light')
  localStorage.setItem('theme', 'purple')
  expect(next()).toBe('light')
  expect(page.document.documentElement.dataset.theme).toBe('light')
})

/** The home page and, at any other path, an empty one. */
function Site() {
  const home = { loaderData: { belts: [], quiz: newShopsQuiz, proof: [], reviews: [] } } as unknown
  const isHome = useLocation().pathname === '/'
  return <PageFrame>{isHome && <HomePage {...(home as Parameters<typeof HomePage>[0])} />}</PageFrame>
}

it('header and footer links lead to their sections, from the home page and from other pages', async () => {
  openBrowser()
  const page = await openPage(<Site />, { at: '/terms' })
  const expectSection = (id: string) => {
    expect(page.place()).toBe(`/#${id}`)
    expect(page.focused().id).toBe(id)
  }
  await page.press('Plans', true)
  expectSection('plans')
  for (const [label, id] of [
    ['How It Works', 'how-it-works'],
    ['Styles', 'styles'],
    ['Plans', 'plans'],
    ['Sizing Guide', 'sizing-guide'],
    ['Style Quiz', 'build-your-profile'],
  ] as const) {
    await page.press(label)
    expectSection(id)
  }
  expect(page.field(/^A gift/).checked).toBe(false)
  await page.press('How It Works')
  await page.press('Gift a Friend')
  expectSection('build-your-profile')
  expect(page.field(/^A gift/).checked).toBe(true)
})

it('the menu of small screens has the header’s links, the social profile and the cart', async () => {
  openBrowser()
  const page = await openPage(<Site />, { at: '/terms' })
  const menu = page.document.querySelector<HTMLDialogElement>('dialog.menu')!
  await page.press('Open menu')
  expect(menu.open).toBe(true)
  await page.press('Close menu')
  expect(menu.open).toBe(false)
  await page.press('Open menu')
  expect([...menu.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'How It Works',
    'Style Quiz',
    'Styles',
    'Gift a Friend',
    'Plans',
    'Sizing Guide',
    'Social profile, opens in a new tab',
    'Cart',
    'Account',
  ])
  const links = [...menu.querySelectorAll('li a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    ...['/#how-it-works', '/#build-your-profile', '/#styles', '/#build-your-profile', '/#plans'],
    ...['/#sizing-guide', 'https://social.example/belts', '/cart', '/account'],
  ])
  expect(links[6]!.getAttribute('target')).toBe('_blank')
  await page.press('Gift a Friend')
  expect(menu.open).toBe(false)
  expect(page.place()).toBe('/#build-your-profile')
  expect(page.focused().id).toBe('build-your-profile')
  expect(page.field(/^A gift/).checked).toBe(true)
})

/** The site of a shop with analytics. What a page fetches later is loaded: a test then sees at once whether it's used. */
async function openMeasuredSite(at = '/terms') {
  const page = await openPage(<Site />, {
    at,
    shop: { analytics: { gtmId: 'GTM-1', adsId: 'AW-1', adsLabel: 'bought' } },
  })
  await Promise.all([
    import('../browser/load-tag-manager.ts'),
    import('../newsletter/subscribe.ts'),
    import('../ui/toaster.tsx'),
  ])
  await page.settle()
  return page
}

/** What a page loads from other sites. */
const loadedFromOthers = ({ document }: { document: Document }) =>
  [...document.querySelectorAll('[src^="http"], link[href^="http"]')].map(
    (each) => each.getAttribute('src') ?? each.getAttribute('href'),
  )

it('under Global Privacy Control nothing is loaded and nothing reported', async () => {
  const { asked } = openBrowser()
  vi.stubGlobal('navigator', { onLine: true, globalPrivacyControl: true })
  const page = await openMeasuredSite()
  expect(page.words()).toContain('Your browser has Global Privacy Control on, and we honor it.')
  await page.press('Style Quiz')
  await page.check(/^Myself/)
  await page.press('Next')
  expect(page.words()).toContain('Step 2 of 6')
  expect(loadedFromOthers(page)).toEqual([])
  expect(asked).toEqual([])
  expect(window).not.toHaveProperty('dataLayer')
})

it('a page with a secret in its address loads nothing from others, who could read it', async () => {
  openBrowser()
  for (const secret of ['/checkout/success?payment_intent_client_secret=pi_1', '/returns?token=t', '/gift/t'])
    expect(loadedFromOthers(await openMeasuredSite(secret)), secret).toEqual([])
})

it('a failed and then a good sign-up are reported, with the email and where it was typed alone', async () => {
  const path = '/api/newsletter/subscribe'
  const replies = { [path]: { status: 500, body: '{}' } }
  const { asked } = openBrowser(replies)
  const page = await openMeasuredSite()
  expect(loadedFromOthers(page)).toEqual([
    'https://www.googletagmanager.com/gtm.js?id=GTM-1',
    'https://www.googletagmanager.com/gtag/js?id=AW-1',
  ])
  await page.fill('Newsletter', 'ada@example.com')
  await page.press('Subscribe')
  expect(page.words()).toContain('Subscription failed')
  replies[path] = { status: 200, body: '{}' }
  await page.press('Subscribe')
  // The compact block asks for no name, and none is sent.
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    [path, { email: 'ada@example.com', source: 'footer' }],
    [path, { email: 'ada@example.com', source: 'footer' }],
  ])
  expect(page.words()).toContain('Welcome aboard! Check your email for a confirmation message.')
  expect((window as { dataLayer?: unknown[] }).dataLayer?.slice(-2)).toEqual([
    {
      event: 'exception',
      title: 'Subscription failed',
      description: 'Please try again later',
      fatal: false,
    },
    { event: 'newsletter_signup', source: 'footer' },
  ])
})

it.each([
  ['The cart', <CartPage key="cart" />],
  ['The page of your order', <SuccessPage key="success" />],
  ['The list of what you ordered', <ThankYouPage key="thanks" />],
  ['Your membership page', <AccountPage key="account" />],
  ['This form', <MyDataForm key="data" />],
  ['This form', <ReturnForm key="return" />],
  ['This page', <ReviewPage key="review" />],
  ['This page', <HandoverPage key="handover" />],
])('a browser without JavaScript reads what to do: %s', (what, page) => {
  const [, said = ''] = /<noscript>(.*?)<\/noscript>/.exec(renderPage(page).html) ?? []
  expect(wordsOf(said)).toBe(
    `${what} needs JavaScript. Turn it on and reload, or write to support@example.com.`,
  )
})
