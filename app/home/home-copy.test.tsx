import { describe, expect, it } from 'vitest'
import { type Belt, genders, styles } from '../../domain/belt.ts'
import { openBrowser } from '../../test/browser.ts'
import { newShopsQuiz } from '../../test/new-shops-quiz.ts'
import { openPage } from '../../test/open-page.tsx'
import { renderPage, wordsOf } from '../../test/render-page.tsx'
import { styleDescriptions } from '../sizing/belt-facts.tsx'
import HomePage from './home-page.tsx'
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
        imageAlt: '',
        lifestyleImageUrl: null,
        lifestyleAlt: '',
        slug: `${gender}-${style}-${place}`,
        nightImageUrl: null,
      }),
    ),
  ),
)

const proof = [['Fits right', '94% of 50 answers']]

type Props = Parameters<typeof HomePage>[0]
const { html, words } = renderPage(
  <HomePage {...({ loaderData: { belts, quiz: newShopsQuiz, proof, reviews: [] } } as unknown as Props)} />,
)
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
    const props = { loaderData: { belts, quiz: newShopsQuiz, proof: [], reviews: [] } } as unknown as Props
    expect(renderPage(<HomePage {...props} />).words).not.toContain('What members say')
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

  it('explains sizes: styles, formula, table, guarantee, and what to do when unsure', () => {
    const sizing = wordsIn('sizing-guide')
    for (const { words: description } of Object.values(styleDescriptions.male))
      expect(sizing).toContain(description)
    expect(sizing).toContain('34 your pants size + 2 inches = 36 your belt size')
    expect(sizing).toContain('Pants 30 32 34 36 38 40 42 Belt 32 34 36 38 40 42 44')
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

it('the examples of a style begin with the first one each time they are opened', async () => {
  // Loaded now, as the pointer does on its way to the card.
  await import('./examples-dialog.tsx')
  openBrowser()
  const page = await openPage(<StylesSection belts={belts} proof={[]} reviews={[]} />)
  const open = () => page.press('See Examples of male dress 1')
  await open()
  expect(page.words()).toContain('1 of 3 examples')
  await page.press(/^Next/)
  expect(page.words()).toContain('2 of 3 examples')
  await page.press('Close')
  await open()
  expect(page.words()).toContain('1 of 3 examples')
})
