import { expect, it, vi } from 'vitest'
import { emptyAnswers, type QuizAnswers } from '../../../domain/quiz.ts'
import { act } from '../../../test/act.ts'
import { openBrowser } from '../../../test/browser.ts'
import { newShopsQuiz } from '../../../test/new-shops-quiz.ts'
import { openPage } from '../../../test/open-page.tsx'
import { SizeStep } from '../../quiz/later-steps.tsx'
import { QuizCopyContext } from '../../quiz/use-quiz.ts'
import { portionOf } from './screen-scale.ts'

/** The quiz's size step, on a screen of this many pixels along the belt. */
async function open(gender: QuizAnswers['gender'] = 'male') {
  openBrowser()
  await import('./measure-dialog.tsx')
  let answers: QuizAnswers = { ...emptyAnswers, gender, sizeConfirmed: true }
  const page = await openPage(
    <QuizCopyContext value={newShopsQuiz}>
      <SizeStep
        answers={answers}
        answer={(change) => {
          answers = change(answers)
        }}
        today="2026-11-21"
      />
    </QuizCopyContext>,
  )
  vi.spyOn(window.HTMLElement.prototype as HTMLElement, 'clientWidth', 'get').mockReturnValue(1100)
  const words = () => page.document.querySelector('.measure-words, .measure-typed')!.textContent!
  const key = (label: string, name: string) =>
    act(async () => {
      page.field(label).dispatchEvent(new window.KeyboardEvent('keydown', { key: name, bubbles: true }))
    })
  await page.press('Lay your belt on the screen')
  return { page, words, key, answers: () => answers }
}

it('a card sets the scale, the belt is laid in portions, and its hole picks the size', async () => {
  const { page, words, key, answers } = await open()
  expect(words()).toContain('Lay a bank card on the screen')
  // 385.2 of 85.6 mm: 4.5 pixels to the millimeter, 114.3 to the inch.
  await page.fill('The card’s right edge', '385')
  await page.press('The lines meet its edges')
  expect(words()).toContain('Lay the bar of your buckle on the first line.')
  await page.press('Move on 9 inches')
  await page.press('Move on 9 inches')
  await page.press('Move on 9 inches')
  expect(words()).toContain('Lay your mark on the first line.')
  await page.fill('The hole', '8.7')
  expect(words()).toBe('That’s 35.7 inches. Your belt size is 36.')
  await key('The hole', '+')
  await key('The hole', '-')
  await key('The hole', '+')
  expect(words()).toContain('That’s 35.8 inches.')
  await page.press('Use size 36')
  expect(page.document.querySelector('dialog[open]')).toBeNull()
  expect(answers()).toMatchObject({ size: '36', measured: 35.8, sizeConfirmed: false })
})

it('folded, a belt is twice what lies on the screen', async () => {
  const { page, words } = await open()
  await page.press('The lines meet its edges')
  await page.press('Half the moves: lay it down folded')
  expect(words()).toContain('Buckle the belt in the hole you use, and press it flat.')
  await page.press(/Move on/)
  const so = Number(/([\d.]+) inches so far/.exec(page.document.body.textContent!)![1])
  await page.fill('The fold', String(18 - so))
  expect(words()).toContain('That’s 36 inches.')
})

it('a length for which there is no belt is said, not used, and a tape’s may be typed', async () => {
  const { page, words, answers } = await open('female')
  await page.press('Type the inches')
  await page.fill('Length in inches', '44')
  await page.press('Use this length')
  expect(words()).toContain('Our largest belt is 38. Measure once more')
  await page.fill('Length in inches', 'long')
  await page.press('Use this length')
  expect(words()).toContain('Type the length in inches')
  expect(answers().size).toBeNull()
  await page.fill('Length in inches', '31 1/2')
  await page.press('Use this length')
  expect(answers()).toMatchObject({ size: '32', measured: 31.5 })
})

it('links the tape on both papers', async () => {
  const { page } = await open()
  const links = page.shown('.measure-ways a').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/measuring-tape-letter.pdf', '/measuring-tape-a4.pdf'])
})

it('a portion is whole or half inches that fit the screen, and never none', () => {
  expect(portionOf(548, 6.1)).toBe(3.5)
  expect(portionOf(1188, 4.25)).toBe(11)
  expect(portionOf(90, 6.1)).toBe(1)
})
