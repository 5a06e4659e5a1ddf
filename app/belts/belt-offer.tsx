import { Link } from 'react-router'
import type { Belt } from '../../domain/belt.ts'
import { formatCount } from '../../domain/count.ts'
import { starsLabel } from '../../domain/feedback.ts'
import type { BeltReviews } from '../../domain/review.ts'
import { noRepeat, returnWindow, warrantyKind } from '../../domain/term-words.ts'
import { SectionLink } from '../layout/section-link.tsx'
import { Stars } from '../review/review-list.tsx'
import { quizSectionId } from '../shop/quiz-request.ts'
import { useShop } from '../shop/use-shop.ts'

/** What a belt costs, plan by plan, the way to the quiz, and what holds for every belt. */
export function BeltOffer({ belt, reviews }: { belt: Belt; reviews: BeltReviews | null }) {
  const { plans } = useShop()
  const asks = { gender: belt.gender, style: belt.style }
  return (
    <section className="belt-offer" aria-label="Plans">
      {reviews && (
        <p className="belt-average">
          <Stars count={reviews.average} />
          <a href="#reviews-title">
            {`${starsLabel(reviews.average)} out of 5, ${reviews.count === 1 ? '1 review' : `${formatCount(reviews.count)} reviews`}`}
          </a>
        </p>
      )}
      <ul className="belt-plans num">
        {plans.map((plan) => (
          <li key={plan.id}>
            <SectionLink section={quizSectionId} asks={{ ...asks, planId: plan.id }}>
              <b>{plan.name}</b>
              <span className="quiet">{plan.billing}</span>
              <span className="belt-price">
                {plan.price} <small>{plan.period}</small>
              </span>
            </SectionLink>
          </li>
        ))}
      </ul>
      <p>
        <SectionLink section={quizSectionId} asks={asks} className="btn btn-1 btn-wide">
          Start with this style
        </SectionLink>
      </p>
      <ul className="belt-promises small">
        <li>{`Never the same belt twice in ${noRepeat}`}</li>
        <li>{`Exchanges are free within ${returnWindow} of delivery`}</li>
        <li>{`A ${warrantyKind} warranty`}</li>
        <li>Cancel anytime. Belts you’ve paid for still ship</li>
      </ul>
      <p className="note">
        You tell us the style and we choose the belt, so this one’s likely but never certain.
      </p>
    </section>
  )
}

/** A belt of an earlier drop: where the new ones are. */
export function BeltGone() {
  return (
    <div className="belt-offer">
      <p>We’re not sending this one anymore. There’s a new drop every month.</p>
      <p>
        <Link className="btn btn-2" to="/belts">
          See the latest belts
        </Link>
      </p>
      <p className="note">
        {`Belts come with a membership and a ${warrantyKind} warranty, and never the same one twice in ${noRepeat}.`}
      </p>
    </div>
  )
}
