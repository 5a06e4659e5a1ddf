import { Fragment } from 'react'
import { SectionLink } from '../layout/section-link.tsx'
import { quizSectionId } from '../quiz/quiz-request.ts'
import './hero.css'
import { heroSources } from './hero-picture.ts'

const promises = [
  'Free exchanges',
  'Fit guarantee',
  'Cancel, pause or skip anytime',
  'No repeat for 36 months',
]

export function Hero() {
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
            You tell us your size and how you dress. We choose the leather, and never send the same belt twice
            in 36&nbsp;months.
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
