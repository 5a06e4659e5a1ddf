import { expect, it } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { MonthCalendar } from './month-calendar.tsx'

/** The days of the sheet: each figure, and whether it can be chosen. */
function sheet(value: string, first: string) {
  const { html } = renderPage(<MonthCalendar label="Day" value={value} first={first} onChange={() => {}} />)
  const days = [...html.matchAll(/<button type="button" aria-pressed[^>]*>/g)].map(([tag]) => ({
    said: /aria-label="([^"]*)"/.exec(tag)?.[1]?.replaceAll('\u00a0', ' '),
    isChosen: tag.includes('aria-pressed="true"'),
    isClosed: tag.includes('disabled'),
    isInTabs: tag.includes('tabindex="0"') || tag.includes('tabIndex="0"'),
  }))
  return { html, days }
}

it('shows the chosen day’s month, with only that day in the tab order', () => {
  const { html, days } = sheet('2026-12-01', '2026-11-23')
  expect(html).toContain('December 2026')
  expect(days).toHaveLength(31)
  expect(days.filter(({ isChosen }) => isChosen).map(({ said }) => said)).toEqual(['December 1, 2026'])
  expect(days.filter(({ isInTabs }) => isInTabs).map(({ said }) => said)).toEqual(['December 1, 2026'])
})

it('disables past days, says so, and offers no earlier month', () => {
  const { html, days } = sheet('', '2026-11-23')
  expect(days.filter(({ isClosed }) => isClosed)).toHaveLength(22)
  expect(days[21]).toMatchObject({ said: 'November 22, 2026, has passed', isClosed: true })
  expect(days[22]).toMatchObject({ said: 'November 23, 2026', isClosed: false, isInTabs: true })
  expect(html).toMatch(/<button[^>]*aria-label="October 2026"[^>]*disabled/)
  expect(html).not.toMatch(/<button[^>]*aria-label="December 2026"[^>]*disabled/)
})

it('starts at the first allowed day when the chosen one has passed', () => {
  const { html, days } = sheet('2020-02-29', '2026-11-23')
  expect(html).toContain('November 2026')
  expect(days.some(({ isChosen }) => isChosen)).toBe(false)
})
