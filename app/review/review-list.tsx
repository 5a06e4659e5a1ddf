import { Link } from 'react-router'
import { formatDate } from '../../domain/calendar-date.ts'
import { fitLabel, starCounts, starsLabel } from '../../domain/feedback.ts'
import type { ReviewOfBelt, ShownReview } from '../../domain/review.ts'
import { useShop } from '../shop/use-shop.ts'
import './review-list.css'

/** Members' reviews with stars and, if they agreed, their name. */
export function ReviewList({ reviews }: { reviews: readonly (ShownReview & Partial<ReviewOfBelt>)[] }) {
  const { isInvented } = useShop()
  return (
    <ul className="reviews">
      {reviews.map(({ id, stars, fit, text, by, writtenOn, belt }) => (
        <li key={id}>
          <figure>
            <Stars count={stars} />
            {text !== '' && <blockquote>{text}</blockquote>}
            <figcaption className="small quiet">
              {isInvented && 'Invented: '}
              {by}
              {belt ? (
                <>
                  {' '}
                  on <Link to={`/belts/${belt.slug}`}>{belt.name}</Link>
                </>
              ) : (
                <>
                  , {formatDate(writtenOn)}
                  {fit && `. Fit: ${fitLabel[fit].toLowerCase()}`}
                </>
              )}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}

const shape = 'M12 3.2l2.7 5.7 6.1.8-4.5 4.3 1.1 6.2L12 17.2l-5.4 3 1.1-6.2-4.5-4.3 6.1-.8Z'

/**
 * Five stars, filled up to the rating, read out as one sentence.
 * @param count 1 to 5, may be an average
 */
export function Stars({ count }: { count: number }) {
  return (
    <span className="stars" role="img" aria-label={`${starsLabel(count).replace('.0', '')} out of 5 stars`}>
      {starCounts.map((each) => (
        <Star key={each} isFull={each <= Math.round(count)} />
      ))}
    </span>
  )
}

/** A single star, with its meaning given elsewhere. */
export function Star({ isFull }: { isFull: boolean }) {
  return (
    <svg
      className={isFull ? 'star is-full' : 'star'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shape} />
    </svg>
  )
}
