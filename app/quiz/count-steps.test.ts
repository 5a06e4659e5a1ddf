import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { countSteps } from './submit-quiz.ts'

type Counted = { step: number; came?: { source: string; medium: string; campaign: string } }
let sent: Promise<Counted>[]

/** A tab that a link opened. @param type how its document came */
function open(address: string, { referrer = '', type = 'navigate' } = {}) {
  openBrowser()
  sent = []
  const sendBeacon = (_: string, body: Blob) => sent.push(body.text().then(JSON.parse))
  vi.stubGlobal('navigator', { sendBeacon })
  vi.stubGlobal('document', { referrer })
  vi.stubGlobal('location', new URL('https://shop.example/'))
  vi.stubGlobal('performance', { getEntriesByType: () => [{ name: address, type }] })
}

const cameOf = async () => {
  countSteps(1, 1, null)
  return (await sent.pop())?.came
}

beforeEach(() => open('https://shop.example/'))
afterEach(() => vi.unstubAllGlobals())

it('counts each step once per quiz', async () => {
  countSteps(1, 2, null)
  countSteps(1, 2, 'gift')
  countSteps(1, 7, 'gift')
  countSteps(1, 2, null)
  expect((await Promise.all(sent)).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2])
})

it('names the visitor’s source: link tags, else the referring site, else direct', async () => {
  open('https://shop.example/belts?utm_source=Instagram&utm_campaign=spring', {
    referrer: 'https://l.instagram.com/',
  })
  expect(await cameOf()).toEqual({ source: 'Instagram', medium: '', campaign: 'spring' })
  open('https://shop.example/', { referrer: 'https://www.google.com/' })
  expect(await cameOf()).toEqual({ source: 'google.com', medium: '', campaign: '' })
  open('https://shop.example/')
  expect(await cameOf()).toEqual({ source: 'direct', medium: '', campaign: '' })
  // From a page of ours, or once more without the link: it isn't known any more, and nothing is made up.
  open('https://shop.example/', { referrer: 'https://shop.example/account' })
  expect(await cameOf()).toBeUndefined()
  open('https://shop.example/', { type: 'reload' })
  expect(await cameOf()).toBeUndefined()
})

it('stores no visitor source, and doesn’t count those who refuse', async () => {
  const address = 'https://shop.example/?utm_source=instagram'
  open(address)
  countSteps(1, 3, null)
  expect(JSON.stringify([...Object.values(kept(sessionStorage)), ...Object.values(kept(localStorage))])).toBe(
    '["3"]',
  )
  open(address)
  vi.stubGlobal('navigator', { ...navigator, globalPrivacyControl: true })
  countSteps(1, 3, null)
  expect(sent).toEqual([])
  open(address)
  localStorage.setItem('doNotSell', '1')
  countSteps(1, 3, null)
  expect(sent).toEqual([])
})

const kept = (storage: Storage) =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, index) => {
      const key = storage.key(index)!
      return [key, storage.getItem(key)]
    }),
  )
