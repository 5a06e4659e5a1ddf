import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Belt, genders, styles } from '../../domain/belt.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { act } from '../../test/act.ts'
import { openBrowser } from '../../test/browser.ts'
import { newShopsQuiz } from '../../test/new-shops-quiz.ts'
import { openPage, pointsTo } from '../../test/open-page.tsx'
import { renderPage, wordsOf } from '../../test/render-page.tsx'
import { loadLaterSteps } from '../quiz/steps.ts'
import { styleDescriptions } from '../sizing/belt-facts.tsx'
import HomePage, { PlansSection } from './home-page.tsx'
import { SizingSection } from './sizing-section.tsx'
import { StylesSection } from './styles-section.tsx'

const belts = genders.flatMap((gender) =>
  styles.flatMap((style) =>
    [1, 2, 3].map(
      (place): Belt => ({
        id: `${gender}-${style}-${place}`,
        sku: `B-202511-${gender}-${style}-${place}`,
        name: `${gender} ${style} ${place}`,
        description: `Words about ${gender} ${style} ${place}`,
        material: `calf ${place}`,
        width: `3${place} mm`,
        buckle: `brass ${place}`,
        style,
        gender,
        colors: ['cognac'],
        imageUrl: style === 'stretch' ? null : `/pictures/${gender}-${style}-840.webp`,
        imageAlt: `${gender} ${style} ${place}, coiled`,
        lifestyleImageUrl: `/pictures/worn-${gender}-${style}-840.webp`,
        lifestyleAlt: `${gender} ${style} ${place}, worn`,
        ...{ detailImageUrl: null, detailAlt: '' },
        slug: `${gender}-${style}-${place}`,
        nightImageUrl: null,
      }),
    ),
  ),
)

const proof = [['Fits right', '94% of 50 answers']]

type Props = Parameters<typeof HomePage>[0]
const sent = 'As of November 28, we’ve shipped 214 belts.'
const props = { loaderData: { belts, quiz: newShopsQuiz, proof, reviews: [], sent } } as unknown as Props
const { html, words } = renderPage(<HomePage {...props} />)
// Up to the next section of the page; a table's own section has no id of ours.
const section = (id: string) => html.split(`id="${id}"`)[1]!.split(/<section[^>]* id=/)[0]!
const wordsIn = (id: string) => wordsOf(`<p ${section(id)}`)

describe('the home page', () => {
  it('has its sections in order', () => {
    expect([...html.matchAll(/<section[^>]* id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'hero',
      'how-it-works',
      'styles',
      'plans',
      'build-your-profile',
      'sizing-guide',
    ])
    expect([...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'How It Works',
      'Styles',
      'Plans',
      'Style Quiz',
      'Sizing and Style Guide',
    ])
  })

  it('starts with both ways to the quiz and the promises', () => {
    expect(section('hero')).toMatch(/href="\/#build-your-profile"[^>]*>Start My Style Quiz</)
    expect(section('hero')).toMatch(/href="\/#build-your-profile"[^>]*>Gift a Friend</)
    for (const promise of [
      'Free exchanges',
      'Fit guarantee',
      'Cancel, pause or skip anytime',
      'No repeat for 36 months',
    ])
      expect(wordsIn('hero')).toContain(promise)
  })

  it('explains itself in three steps and three notes', () => {
    expect([...section('how-it-works').matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)).toEqual([
      'Build Your Profile',
      'Choose Style',
      'Wear and Swap',
    ])
    expect(wordsIn('how-it-works')).toMatch(/No commitment Free exchanges Cancel anytime/)
  })

  it('shows one belt per style for men and women, with full cards', () => {
    expect(section('styles').match(/<article/g)).toHaveLength(6)
    expect(wordsIn('styles')).toContain(
      'male casual 1 Casual Words about male casual 1 Material calf 1 Width 31 mm Buckle brass 1 See Examples',
    )
    for (const badge of ['Dress', 'Casual', 'Stretch'])
      expect(section('styles')).toContain(`<span class="tag">${badge}</span>`)
    expect(wordsIn('styles')).toContain('Men Women')
  })

  it('says Product image coming soon for a belt without a picture', () => {
    expect(wordsIn('styles').match(/Product image coming soon/g)).toHaveLength(2)
  })

  it('shows what members said with the count, once there are enough answers', () => {
    expect(wordsIn('styles')).toContain('Fits right 94% of 50 answers')
    const few = {
      loaderData: { belts, quiz: newShopsQuiz, proof: [], reviews: [], sent: null },
    } as unknown as Props
    expect(renderPage(<HomePage {...few} />).words).not.toContain('What members say')
    expect(wordsIn('how-it-works')).toContain(sent)
    expect(renderPage(<HomePage {...few} />).words).not.toContain('As of')
  })

  it('shows the plans with all figures, features and buttons', () => {
    const features =
      'A curated belt each month Free domestic shipping and size exchanges Fit guarantee 36-month no-repeat guarantee Cancel anytime'
    const [, monthly, six, twelve] = section('plans')
      .split('<article')
      .map((part) => wordsOf(`<article${part}`))
    for (const [card, figures] of [
      [monthly, ['Monthly', '$69.50', 'per month']],
      [
        six,
        ['Best Value', '6 Months', '$59.50', 'per month', 'was $69.50', 'Save $60', 'Billed $357.00 upfront'],
      ],
      [twelve, ['12 Months', '$49.50', 'per month', 'was $69.50', 'Save $240', 'Billed $594.00 upfront']],
    ] as const)
      for (const part of [...figures, features, 'Get Started', 'Give as Gift']) expect(card).toContain(part)
    expect(section('plans').match(/Best Value/g)).toHaveLength(1)
    // The shop of these tests stands on November 21, 2026.
    expect(monthly).toContain('Next charge December 21, 2026.')
    expect(six).toContain('Next charge May 21, 2027.')
    for (const card of [monthly, six, twelve]) expect(card).toContain('A gift never renews.')
    expect(wordsIn('plans')).toContain(
      'Today, November 21, that is the December drop, shipped by December 5.',
    )
    expect(wordsIn('plans')).toContain("Billing starts today. First shipment in next month's drop.")
  })

  it('says of every plan only what all of them have', async () => {
    const plans = firstPlans.map((plan, place) => ({
      ...plan,
      features: ['A belt a month', ...(place === 0 ? ['A gift box'] : [])],
    }))
    openBrowser()
    const { document } = await openPage(<PlansSection today="2026-11-21" />, { shop: { plans } })
    expect(textsOf(document.querySelector('[aria-label="Every plan"]')!, 'li')).toEqual(['A belt a month'])
  })

  it('explains sizes: styles, formula, table, guarantee, and what to do when unsure', () => {
    const sizing = wordsIn('sizing-guide')
    for (const { words: description } of Object.values(styleDescriptions.male))
      expect(sizing).toContain(description)
    expect(sizing).toContain('34 your pants size + 2 inches = 36 your belt size')
    expect(sizing).toContain('Pants 30 32 34 36 38 40 42 Belt 32 34 36 38 40 42 44')
    expect(section('sizing-guide')).toContain('size 36 means 36 inches')
    expect(sizing).toContain('Fit guarantee')
    expect(sizing).toContain(
      'Still Not Sure? Choose Unsure in the quiz. A measuring guide ships with your first shipment',
    )
    expect(sizing).toContain('30-35 mm. Smooth calf')
    expect(sizing).toContain('35-40 mm. Heavier leather')
  })

  it('opens the quiz at step one of six, with Previous disabled', () => {
    expect(words).toContain('Step 1 of 6')
    expect(section('build-your-profile')).toMatch(/<button[^>]*disabled=""[^>]*>Previous</)
    expect(section('build-your-profile')).toMatch(/<button[^>]*disabled=""[^>]*>Next</)
    expect(section('build-your-profile')).toContain('aria-valuemax="6"')
  })
})

type Opened = Awaited<ReturnType<typeof openPage>>

const textsOf = (from: Element, selector: string) =>
  [...from.querySelectorAll(selector)].map((each) => each.textContent ?? '')

const labelOf = (each: Element) => each.getAttribute('aria-label')

const dialogOf = ({ document }: Opened) => document.querySelector<HTMLElement>('dialog[open]')!

describe('the styles', () => {
  // Loaded now, as the pointer does on its way to the card.
  beforeAll(() => import('./examples-dialog.tsx'))

  const openStyles = (of = belts) => {
    openBrowser()
    return openPage(<StylesSection belts={of} proof={[]} reviews={[]} />)
  }

  it('are shown for men, then for women, one card each', async () => {
    const page = await openStyles()
    const names = () => page.shown('article h3').map((name) => name.textContent)
    expect(names()).toEqual(['male dress 1', 'male casual 1', 'male stretch 1'])
    await page.check('Women')
    expect(names()).toEqual(['female dress 1', 'female casual 1', 'female stretch 1'])
    await page.check('Men')
    expect(names()).toEqual(['male dress 1', 'male casual 1', 'male stretch 1'])
  })

  it('open their examples from the card or See Examples, with pictures, details, arrows, dots and a counter', async () => {
    const page = await openStyles()
    await page.check('Women')
    // The card itself, not its button.
    await page.press(page.shown('.shot')[1]!)
    const dialog = dialogOf(page)
    const name = () => textsOf(dialog, 'h3')
    expect(textsOf(dialog, 'h2')).toEqual(['Women, Casual'])
    expect(textsOf(dialog, '.pager .note')).toEqual(['1 of 3 examples'])
    expect([...dialog.querySelectorAll('.dialog-pics button')].map(labelOf)).toEqual([
      'female casual 1, worn, show fullscreen',
      'female casual 1, coiled, show fullscreen',
    ])
    expect(name()).toEqual(['female casual 1'])
    expect(dialog.textContent).toContain('Words about female casual 1')
    expect(textsOf(dialog, 'dt')).toEqual(['Materials', 'Buckle', 'Available colors', 'Width'])
    expect(textsOf(dialog, 'dd')).toEqual(['calf 1', 'brass 1', 'cognac', '31 mm'])
    expect(pointsTo(page.button('Previous example'))).toBe('left')
    expect(pointsTo(page.button('Next example'))).toBe('right')
    for (const [button, place] of [
      ['Next example', 2],
      ['Example 3', 3],
      ['Previous example', 2],
      ['Example 1', 1],
      ['Previous example', 3],
      ['Next example', 1],
    ] as const) {
      await page.press(button)
      expect(textsOf(dialog, '.pager .note')).toEqual([`${place} of 3 examples`])
      expect(name()).toEqual([`female casual ${place}`])
    }
    await page.press('Close')
    expect(dialogOf(page)).toBeNull()
    await page.press('See Examples of female dress 1')
    expect(textsOf(dialogOf(page), 'h2')).toEqual(['Women, Dress'])
    await page.press('Close')
    expect(page.focused().textContent).toBe('See Examples of female dress 1')
  })

  it('show an example full screen until a click anywhere', async () => {
    const page = await openStyles()
    await page.press('See Examples of male dress 1')
    const fullscreen = () => page.document.querySelector<HTMLDialogElement>('dialog.fullscreen')
    for (const picture of ['male dress 1, worn', 'male dress 1, coiled']) {
      await page.press(`${picture}, show fullscreen`)
      expect(fullscreen()?.open).toBe(true)
      expect(fullscreen()?.querySelector('img')?.src).toContain(
        picture.includes('worn') ? 'worn-male' : '/male',
      )
      // Beside the picture, then on it.
      await page.press(picture.includes('worn') ? fullscreen()! : `${picture}, close`)
      expect(fullscreen()).toBeNull()
      expect(labelOf(page.focused())).toBe(`${picture}, show fullscreen`)
    }
    expect(textsOf(dialogOf(page), 'h2')).toEqual(['Men, Dress'])
  })

  it('page through their examples by arrow keys, which are announced', async () => {
    const page = await openStyles()
    await page.press('See Examples of male casual 1')
    const counter = dialogOf(page).querySelector('[aria-live="polite"]')!
    page.button('Close').focus()
    for (const [key, said] of [
      ['ArrowRight', '2 of 3 examples'],
      ['ArrowLeft', '1 of 3 examples'],
      ['ArrowLeft', '3 of 3 examples'],
    ] as const) {
      await page.key(key)
      expect(counter.textContent).toBe(said)
    }
  })

  it('have no arrows and dots for a single example', async () => {
    const page = await openStyles(belts.filter(({ id }) => id.endsWith('-1')))
    await page.press('See Examples of male dress 1')
    expect(textsOf(dialogOf(page), '.pager')).toEqual(['1 of 1 examples'])
    expect(dialogOf(page).querySelectorAll('.pager button')).toHaveLength(0)
  })

  it('begin with the first example each time they are opened', async () => {
    const page = await openStyles()
    const open = () => page.press('See Examples of male dress 1')
    await open()
    expect(page.words()).toContain('1 of 3 examples')
    await page.press(/^Next/)
    expect(page.words()).toContain('2 of 3 examples')
    await page.press('Close')
    await open()
    expect(page.words()).toContain('1 of 3 examples')
  })
})

describe('sizes', () => {
  it('are explained for men, then for women', async () => {
    openBrowser()
    const page = await openPage(<SizingSection />)
    const rows = () => page.shown('tr').map((row) => textsOf(row, 'th, td'))
    const formula = () => page.shown('.formula').map((each) => each.textContent)
    expect(rows()).toEqual([
      ['Pants', '30', '32', '34', '36', '38', '40', '42'],
      ['Belt', '32', '34', '36', '38', '40', '42', '44'],
    ])
    expect(formula()).toEqual(['34your pants size+2inches=36your belt size'])
    await page.check('Women')
    expect(rows()).toEqual([
      ['Waist', '24', '26', '28', '30', '32', '34', '36'],
      ['Belt', '26', '28', '30', '32', '34', '36', '38'],
    ])
    expect(formula()).toEqual(['28your waist size+2inches=30your belt size'])
  })
})

describe('a plan', () => {
  it('opens the quiz with itself, or itself and a gift, already chosen', async () => {
    openBrowser()
    const page = await openPage(<HomePage {...props} />)
    const press = (link: string, plan: string) => {
      const found = [
        ...page.document.querySelectorAll<HTMLElement>(`a[aria-describedby="plans-${plan}"]`),
      ].find(({ textContent }) => textContent === link)!
      // Without any script it still leads to the quiz.
      expect(found.getAttribute('href')).toBe('/#build-your-profile')
      return page.press(found)
    }
    const kept = () => JSON.parse(sessionStorage.getItem('quizAnswers') ?? '{}').answers
    await press('Get Started', '12-months')
    expect(kept()).toMatchObject({ selectedPlan: '12-months', recipientType: null })
    expect(page.field(/^A gift/).checked).toBe(false)
    await press('Give as Gift', '6-months')
    expect(kept()).toMatchObject({ selectedPlan: '6-months', recipientType: 'gift' })
    expect(page.field(/^A gift/).checked).toBe(true)
    expect(chosenPlans(page.document)).toEqual(['The 6 Months plan is chosen. You can change it in step 6.'])
  })

  it('can be in the address, with a gift, and is taken once', async () => {
    openBrowser()
    const page = await openPage(<HomePage {...props} />, { at: '/?plan=12-months&gift&utm_source=card' })
    await page.settle()
    const { answers } = JSON.parse(sessionStorage.getItem('quizAnswers') ?? '{}')
    expect(answers).toMatchObject({ selectedPlan: '12-months', recipientType: 'gift' })
    expect(page.field(/^A gift/).checked).toBe(true)
    expect(chosenPlans(page.document)).toEqual(['The 12 Months plan is chosen. You can change it in step 6.'])
    expect(window.location.search).toBe('?utm_source=card')
  })

  it('shows before React is there, by its link or by the address', async () => {
    openBrowser()
    const { document } = await openPage(null, { at: '/?gift' })
    document.body.innerHTML = renderPage(<HomePage {...props} />).html
    const { HTMLInputElement } = window
    vi.stubGlobal('HTMLInputElement', HTMLInputElement)
    const { recordClick, recorded, showPreset } = await import('../before-hydration/record-input.ts')
    const gift = document.querySelector<HTMLInputElement>('[name=quiz-recipient][value=gift]')!
    showPreset({ gift: true })
    expect([
      gift.checked,
      document.querySelector<HTMLButtonElement>('.quiz [type=submit]')!.disabled,
    ]).toEqual([true, false])
    expect(recorded.taps.at(-1)).toEqual([gift, true])
    document.querySelector('[data-plan="6-months"]')!.addEventListener('click', recordClick)
    document
      .querySelector<HTMLElement>('a[data-plan="6-months"]')!
      .dispatchEvent(new window.MouseEvent('click', { bubbles: true }))
    expect(chosenPlans(document)).toEqual(['The 6 Months plan is chosen. You can change it in step 6.'])
  })
})

const chosenPlans = (document: Document) =>
  [...document.querySelectorAll('.quiz-plan:not([hidden])')].map(({ textContent }) => textContent)

it('a page left open over midnight asks for a new send date', async () => {
  openBrowser()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-12-01T15:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const answers = {
    ...{ recipientType: 'gift', gender: 'male', styles: ['dress'], size: '36', sizeConfirmed: true },
    giftDetails: { emailDate: '2026-12-01' },
  }
  sessionStorage.setItem('quizAnswers', JSON.stringify({ step: 5, answers }))
  await loadLaterSteps()
  const page = await openPage(<HomePage {...props} />, { shop: { today: '2026-12-01' } })
  const day = page.field('Send date')
  expect([day.min, day.value]).toEqual(['2026-12-01', '2026-12-01'])
  expect(page.words()).not.toContain('Choose today or a later day.')
  await act(async () => void vi.advanceTimersByTime(25 * 60 * 60_000))
  expect([day.min, day.value]).toEqual(['2026-12-02', '2026-12-01'])
  expect(page.described('Send date')).toMatch(/Choose today or a later day\.$/)
})
