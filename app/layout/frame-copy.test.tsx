import { expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { renderPage } from '../../test/render-page.tsx'
import { ErrorPage } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import NotFoundPage from './not-found-page.tsx'

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
