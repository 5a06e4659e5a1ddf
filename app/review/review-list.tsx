import { Link } from 'react-router'
import { formatDate } from '../../domain/calendar-date.ts'
import { fitLabel } from '../../domain/feedback.ts'
import type { ReviewOfBelt, ShownReview } from '../../domain/review.ts'
import { Stars } from './stars.tsx'
import './review-list.css'

/** Members' reviews with stars and, if they agreed, their name. */
export function ReviewList({ reviews }: { reviews: readonly (ShownReview & Partial<ReviewOfBelt>)[] }) {
  return (
    <ul className="reviews">
      {reviews.map(({ id, stars, fit, text, by, writtenOn, belt }) => (
        <li key={id}>
          <figure>
            <Stars count={stars} />
            {text !== '' && <blockquote>{text}</blockquote>}
            <figcaption className="small quiet">
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
