import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import type { DropCalendar } from '../domain/drop-calendar.ts'
import { firstPlans } from '../domain/first-plans.ts'

/** The shop that serves pages under test. */
export const anyShop = {
  name: 'Belt Club',
  supportEmail: 'support@example.com',
  socialUrl: 'https://social.example/belts',
  timeZone: 'America/New_York',
  today: '2026-11-21',
  plans: firstPlans,
  payments: 'demo',
  stripe: null,
  analytics: null,
  taxedStates: ['CA'],
}

/**
 * A page as the server sends it: its HTML, and its text without tags.
 * @param calendar the owner's dates
 * @param today the shop's day
 */
export function renderPage(page: ReactNode, calendar: DropCalendar = {}, today = anyShop.today) {
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: () => page }])
  const html = renderToString(
    <Page
      initialEntries={['/']}
      hydrationData={{ loaderData: { root: { shop: { ...anyShop, calendar, today } } } }}
    />,
  )
  return { html, words: wordsOf(html) }
}

/** The text of a piece of HTML, with whitespace collapsed. */
export function wordsOf(html: string): string {
  return html
    .replace(/<!--.*?-->/g, '')
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;])/g, '$1')
    .trim()
}
