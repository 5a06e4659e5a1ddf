import { expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { renderPage } from '../../test/render-page.tsx'
import { NotLoaded } from '../ui/late.tsx'
import { ErrorPage } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import NotFoundPage from './not-found-page.tsx'
import { currentTheme, restoreTheme } from './theme.ts'
import { ThemeToggle } from './theme-toggle.tsx'

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

it('a part that didn’t load says so again if the shop still can’t be reached', async () => {
  openBrowser()
  const page = await openPage(<NotLoaded />)
  expect(page.words()).toContain('This didn’t load. Reload the page. Nothing you typed is lost.')
  await page.press('Reload the page')
  expect(page.words()).toContain('There is no answer. Nothing is lost')
})

it('a chosen theme is there from the first paint of the next page, and junk counts as no choice', async () => {
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
  expect([currentTheme(), next()]).toEqual(['dark', 'dark'])
  localStorage.setItem('theme', 'purple')
  expect(next()).toBe('light')
  expect(page.document.documentElement.dataset.theme).toBe('light')
})
