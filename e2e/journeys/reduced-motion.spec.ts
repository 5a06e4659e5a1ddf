import { quizStepsToSizes } from './quiz-steps.ts'
import { expect, test } from './shop-test.ts'

/** Everything that would move for longer than a frame, or scroll by gliding. Runs in the page. */
function findMotion(): string[] {
  const longest = (times: string) =>
    Math.max(
      ...times.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)),
    )
  const found: string[] = []
  for (const element of document.querySelectorAll('*')) {
    for (const part of [null, '::before', '::after', '::backdrop']) {
      const style = getComputedStyle(element, part)
      const isAnimated = style.animationName !== 'none' && longest(style.animationDuration) > 1
      const isGliding = part === null && style.scrollBehavior !== 'auto'
      if (isAnimated || isGliding || longest(style.transitionDuration) > 1) {
        found.push(`${element.localName}.${element.getAttribute('class') ?? ''}${part ?? ''}`)
      }
    }
  }
  return [...new Set(found)]
}

test('with reduced motion nothing moves, and waiting is shown in words', { tag: '@soak' }, async ({
  visitor,
}) => {
  await visitor.emulateMedia({ reducedMotion: 'reduce' })
  const expectNoMotion = async (where: string) =>
    expect.soft(await visitor.evaluate(findMotion), where).toEqual([])
  await visitor.goto('/')
  await visitor
    .getByRole('button', { name: /See Examples/ })
    .first()
    .click()
  await expect(visitor.getByRole('dialog')).toBeVisible()
  await expectNoMotion('home page and examples')
  await visitor.keyboard.press('Escape')
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  await quizStepsToSizes(visitor)
  await visitor.getByRole('button', { name: 'Open the sizing guide' }).click()
  await expect(visitor.getByRole('dialog', { name: 'Sizing Guide' })).toBeVisible()
  await expectNoMotion('a later step of the quiz, and the sizing guide')
  await visitor.keyboard.press('Escape')
  await visitor.route('**/api/newsletter/subscribe', (route) => route.abort())
  await visitor.getByLabel('Newsletter').fill('maya@example.com')
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  await expect(visitor.locator('.toast')).toBeVisible()
  await expectNoMotion('a notice')
  await visitor.route('**/api/checkout-session-complete', () => {})
  await visitor.goto('/checkout/success?session_id=cs_1')
  await expect(visitor.getByRole('status').getByText('Processing your order')).toBeVisible()
  await expectNoMotion('an order that is waited for')
})
