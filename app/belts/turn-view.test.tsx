import { expect, it, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { renderPage } from '../../test/render-page.tsx'
import { TurnView } from './turn-view.tsx'

const ashbury = {
  ...{ name: 'The Ashbury', imageAlt: 'The Ashbury, coiled', nightImageUrl: null },
  ...{ imageUrl: '/pictures/men-dress-1-product-840.webp' },
  ...{ detailImageUrl: '/pictures/men-dress-1-detail-840.webp', detailAlt: 'The Ashbury from near' },
}
const sizes = '44rem'

/** Opens it where a test decides what is on screen, and whether motion is wanted. */
async function open(belt = ashbury, { isOnScreen = true, isCalm = false } = {}) {
  openBrowser({})
  function Seen() {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        #tell: (seen: object[]) => void
        constructor(tell: (seen: object[]) => void) {
          this.#tell = tell
        }
        observe = () => this.#tell([{ isIntersecting: isOnScreen }])
        disconnect() {}
      },
    )
    vi.stubGlobal('matchMedia', () => ({ matches: isCalm }))
    return <TurnView belt={belt} sizes={sizes} />
  }
  const page = await openPage(<Seen />)
  const frames = () => page.document.querySelector<HTMLElement>('.turn-frames')
  const key = (name: string) =>
    act(async () => {
      const event = new window.KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
      page.field('Turn The Ashbury').dispatchEvent(event)
    })
  return { page, frames, key, told: () => page.field('Turn The Ashbury').getAttribute('aria-valuetext') }
}

it('turns with the arrow keys, all the way around, and says where the buckle is', async () => {
  const { page, frames, key, told } = await open()
  expect(told()).toBe('0°, the buckle in front')
  await key('ArrowLeft')
  expect(told()).toBe('330°, the buckle on the left')
  expect(frames()!.style.getPropertyValue('--col')).toBe('3')
  expect(frames()!.style.getPropertyValue('--row')).toBe('2')
  for (let press = 0; press < 7; press++) await key('ArrowRight')
  expect(told()).toBe('180°, the buckle at the back')
  expect(frames()!.className).not.toContain('is-turned')
  await act(async () => void frames()!.querySelector('img')!.dispatchEvent(new window.Event('load')))
  expect(frames()!.className).toContain('is-turned')
  expect(page.field('Turn The Ashbury').type).toBe('range')
})

it('loads its frames only once it is on screen, and never with reduced motion', async () => {
  expect(renderPage(<TurnView belt={ashbury} sizes={sizes} />).html).not.toContain('-turn-')
  expect((await open(ashbury, { isOnScreen: false })).frames()).toBeNull()
  expect((await open(ashbury, { isCalm: true })).frames()).toBeNull()
  expect((await open()).frames()!.innerHTML).toContain('/pictures/men-dress-1-turn-640.avif')
})

it('comes close and goes back, by its button or by pressing the picture', async () => {
  const { page } = await open()
  expect(page.document.querySelector('[src*=detail]')).toBeNull()
  const closer = () => page.button('Close-up of The Ashbury').getAttribute('aria-pressed')
  await page.press('Close-up of The Ashbury')
  expect(closer()).toBe('true')
  expect(page.document.querySelector('[src*=detail]')!.getAttribute('alt')).toBe('The Ashbury from near')
  await page.press(page.document.querySelector<HTMLElement>('.turn-stage')!)
  expect(closer()).toBe('false')
})

it('comes close with +, and leaves with - or Escape before whatever is around it', async () => {
  const { page, key } = await open()
  const closer = () => page.button('Close-up of The Ashbury').getAttribute('aria-pressed')
  const heard: string[] = []
  page.document.body.addEventListener('keydown', (event) => heard.push((event as KeyboardEvent).key))
  await key('+')
  expect(closer()).toBe('true')
  expect(page.document.querySelector('.turn-close source')!.getAttribute('srcset')).toContain(
    '/pictures/men-dress-1-detail-1600.avif 1600w',
  )
  await key('Escape')
  expect(closer()).toBe('false')
  await key('Escape')
  await key('=')
  await key('-')
  expect(closer()).toBe('false')
  expect(heard, 'the second goes to the dialog around it').toEqual(['Escape'])
})

it('offers nothing for a belt of which there is only one picture', async () => {
  const { page } = await open({ ...ashbury, imageUrl: '/uploaded/a-840.webp', detailImageUrl: null as never })
  expect(page.document.querySelectorAll('input, button')).toHaveLength(0)
})
