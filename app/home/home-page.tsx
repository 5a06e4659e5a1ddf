import { proofRows, sentSentence } from '../../domain/proof.ts'
import { noRepeat, unbroken } from '../../domain/term-words.ts'
import { pageOf } from '../shop/context.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import type { Route } from './+types/home-page'
import './home-page.css'
import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { firstBelt, firstBoxText } from '../../domain/first-belt.ts'
import { PlanCard } from './plan-card.tsx'
import { SizingSection } from './sizing-section.tsx'
import { StylesSection } from './styles-section.tsx'
import './plans-section.css'
import './how-it-works.css'
import { Fragment, Suspense } from 'react'
import type { QuizCopy } from '../../domain/quiz-copy.ts'
import { SectionLink } from '../layout/section-link.tsx'
import { useEditedId } from '../quiz/quiz-storage.ts'
import { StyleQuiz } from '../quiz/style-quiz.tsx'
import { QuizCopyContext, useIsHydrating } from '../quiz/use-quiz.ts'
import { hydrateOnInteraction } from '../shop/hydration.ts'
import { quizSectionId } from '../shop/quiz-request.ts'
import { late } from '../ui/late.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { howSteps } from './how-steps.ts'

export const handle = hydrateOnInteraction

type HeroSource = { media: string; srcSet: Record<'avif' | 'webp', string> }

const widths = (name: string, all: number[], format: string) =>
  all.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ')

const source = (media: string, name: string, all: number[]): HeroSource => ({
  media,
  srcSet: { avif: widths(name, all, 'avif'), webp: widths(name, all, 'webp') },
})

/** Above the text on small screens, behind it on large ones. */
const heroSources = [
  source('(max-width: 1023px)', 'hero-mobile', [640, 750, 960]),
  source('(min-width: 1024px)', 'hero', [1280, 2000]),
]

/** Preloaded: the hero is the first thing on screen, and the browser would find it late, after the stylesheets. */
const heroPreloads = heroSources.map(({ media, srcSet }) => ({
  rel: 'preload' as const,
  as: 'image' as const,
  type: 'image/avif',
  media,
  imageSrcSet: srcSet.avif,
  imageSizes: '100vw',
  fetchPriority: 'high' as const,
}))

const promises = [
  'Free exchanges',
  'Fit guarantee',
  'Cancel, pause or skip anytime',
  `No repeat for ${noRepeat}`,
]

function Hero() {
  return (
    <section className="hero" id="hero" data-theme="dark" aria-labelledby="hero-title">
      <div className="hero-pic">
        <picture>
          {heroSources.map(({ media, srcSet }) => (
            <Fragment key={media}>
              <source media={media} type="image/avif" srcSet={srcSet.avif} sizes="100vw" />
              <source media={media} type="image/webp" srcSet={srcSet.webp} sizes="100vw" />
            </Fragment>
          ))}
          <img
            src="/pictures/hero-1280.webp"
            alt="Three coiled belts on a walnut table: cognac calf with a brass buckle, navy braid, and black calf"
            width="2000"
            height="1053"
            fetchPriority="high"
          />
        </picture>
      </div>
      <div className="wrap">
        <div className="hero-text">
          <h1 id="hero-title">A good belt, every month.</h1>
          <p className="lead">
            Tell us your size and how you dress. We’ll pick the leather, and never send the same belt twice in{' '}
            {unbroken(noRepeat)}.
          </p>
          <div className="hero-go">
            <SectionLink section={quizSectionId} className="btn btn-1">
              Start My Style Quiz
            </SectionLink>
            <SectionLink section={quizSectionId} gift className="btn btn-2">
              Gift a Friend
            </SectionLink>
          </div>
        </div>
        <ul className="promises">
          {promises.map((promise) => (
            <li key={promise}>{promise}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const EditQuiz = late(async () => (await import('../quiz/edit-quiz.tsx')).EditQuiz)

/** @param today the shop's day: no gift can be announced before it */
function QuizSection({ today, words }: { today: CalendarDate; words: QuizCopy }) {
  const editedId = useEditedId()
  // The server's HTML is the same for all addresses of the page.
  const isHydrating = useIsHydrating()
  return (
    <section className="section quiz-bleed" id={quizSectionId} tabIndex={-1} aria-labelledby="quiz-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="quiz-title">Style Quiz</h2>
          <p className="lead">Takes about two minutes. No account needed.</p>
        </div>
        <NeedsScript what="The quiz" />
      </div>
      <div className="wrap quiz-wrap">
        <QuizCopyContext value={words}>
          {editedId && !isHydrating ? (
            <Suspense fallback={<div className="quiz sheet step-wait" aria-busy="true" />}>
              <EditQuiz key={editedId} id={editedId} today={today} />
            </Suspense>
          ) : (
            <StyleQuiz today={today} />
          )}
        </QuizCopyContext>
      </div>
    </section>
  )
}

const notes = ['No commitment', 'Free exchanges', 'Cancel anytime']

/** @param sent what the ledger says of the belts so far */
function HowItWorks({ sent }: { sent: string | null }) {
  return (
    <section className="section" id="how-it-works" tabIndex={-1} aria-labelledby="how-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="how-title">How It Works</h2>
          <p className="lead">Three easy steps and your first belt’s on its way.</p>
        </div>
        <div className="how-body">
          <div className="how-strap" />
          <ol className="how">
            {howSteps.map(({ title, words }) => (
              <li key={title}>
                <span className="hole" />
                <h3>{title}</h3>
                <p>{words}</p>
              </li>
            ))}
          </ol>
        </div>
        <ul className="how-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        {sent && <p className="small quiet num">{sent}</p>}
      </div>
    </section>
  )
}

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context)
  const [belts, quiz, proof, reviews, sent] = await Promise.all([
    page.belts(),
    page.quiz(),
    page.proof(),
    page.reviews(),
    page.sent(),
  ])
  // Formatted on the server, so that the browser doesn't need the code for it.
  return {
    ...{ belts, quiz, reviews, proof: proofRows(proof) },
    sent: sentSentence(sent, page.shop.today),
  }
}

export const links: Route.LinksFunction = () => heroPreloads

/** On a phone, a button to the quiz sticks to the bottom edge while the sections before it are in view. */
function ThumbCall() {
  return (
    <p className="thumb">
      <SectionLink section={quizSectionId} className="btn btn-1 btn-wide">
        Find my first belt
      </SectionLink>
    </p>
  )
}

/** Sections in the order of spec §2 "Home page". */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const today = useToday()
  return (
    <>
      <Hero />
      <div>
        <HowItWorks sent={loaderData.sent} />
        <StylesSection belts={loaderData.belts} proof={loaderData.proof} reviews={loaderData.reviews} />
        <PlansSection today={today} />
        <ThumbCall />
      </div>
      <QuizSection today={today} words={loaderData.quiz} />
      <div>
        <SizingSection />
        <ThumbCall />
      </div>
    </>
  )
}

/** @param today the shop's day: what is bought on it ships with the drop named below the cards */
export function PlansSection({ today }: { today: CalendarDate }) {
  const { calendar, plans } = useShop()
  const shared =
    plans[0]?.features.filter((each) => plans.every(({ features }) => features.includes(each))) ?? []
  return (
    <section className="section band" id="plans" tabIndex={-1} aria-labelledby="plans-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="plans-title">Plans</h2>
          <p className="lead">Every plan is one belt a month. Pay ahead and save.</p>
        </div>
        <div className="plans">
          <ul className="plan-shared" aria-label="Every plan">
            {shared.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} shared={shared} today={today} />
          ))}
        </div>
        <p className="foot-note">
          Billing starts today. First shipment in next month's drop.{' '}
          <span>
            Today, {formatDay(today, today)}, that is the{' '}
            {firstBoxText(firstBelt(today, '', calendar), 'you', today)}.
          </span>
        </p>
      </div>
    </section>
  )
}
