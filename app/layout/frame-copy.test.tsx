import { expect, it } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import NotFoundPage from './not-found-page.tsx'

const linksIn = (html: string) =>
  [...html.matchAll(/<a([^>]*)>(.*?)<\/a>/gs)].map(([, attributes, inner]) => [
    (inner!.replace(/<svg.*?<\/svg>|<[^>]+>/gs, '') || /aria-label="([^"]*)"/.exec(attributes!)?.[1]) ?? '',
    /href="([^"]*)"/.exec(attributes!)?.[1],
  ])

it('the header leads home, to the sections, to a member’s own page, to the social profile in a new tab, and to the cart', () => {
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

it('the footer leads to the sections and the pages, and holds newsletter and support', () => {
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
      ['support@example.com', 'mailto:support@example.com'],
    ]),
  )
  expect(html.match(/type="email"/g)).toHaveLength(1)
  expect(html).not.toContain('name="name"')
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Subscribe/)
  expect(words).toContain('Free shipping in the US and Canada')
})

it('any other path is the Page Not Found screen', () => {
  expect(renderPage(<NotFoundPage />).words).toMatch(/^Page Not Found/)
})
