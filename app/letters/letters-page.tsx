import { Link } from 'react-router'
import { formatDate, formatDay } from '../../domain/calendar-date.ts'
import { dropName, dropTitle } from '../../domain/drop.ts'
import { allocateDrops, daysOf } from '../../domain/drop-calendar.ts'
import { OpenedBox } from '../belts/opened-box.tsx'
import { NewsletterCard } from '../newsletter/newsletter-card.tsx'
import { pageOf } from '../shop/context.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import type { Route } from './+types/letters-page'
import '../drops/drops-page.css'
import './letter-page.css'

export async function loader({ context }: Route.LoaderArgs) {
  return { letters: await pageOf(context).letters() }
}

/** Every letter that was sent, newest first. */
export default function LettersPage({ loaderData: { letters } }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <div className="letters-head">
        <h1>Letters</h1>
        <p className="lead">
          {letters.length === 0
            ? 'One a month, with the drop.'
            : 'One a month, with the drop. Here’s every one so far.'}
        </p>
      </div>
      {letters.length === 0 && <NoLetters />}
      <ol className="drop-list" reversed hidden={letters.length === 0}>
        {letters.map(({ slug, subject, month, preview, publishedOn }) => (
          <li key={slug}>
            <Link to={`/letters/${slug}`}>
              <b>{subject}</b>
              <span className="quiet">
                {dropTitle(month)}
                {preview && `. ${preview}`}
              </span>
              <time className="quiet num" dateTime={publishedOn}>
                {formatDate(publishedOn)}
              </time>
            </Link>
          </li>
        ))}
      </ol>
      <p className="letters-feed">
        <a href="/letters/rss.xml">RSS feed</a>
      </p>
    </div>
  )
}

/** A shop that hasn't written yet: when it will, what a letter tells, and where to ask for it. */
function NoLetters() {
  const { calendar } = useShop()
  const today = useToday()
  const drop = allocateDrops(calendar, today, 1).drops[0]!
  return (
    <div className="letters-none">
      <OpenedBox belt={null} to="The first letter" line={`With ${dropName(drop)}’s drop`} />
      <section className="sheet" aria-labelledby="letters-none-title">
        <h2 id="letters-none-title">The first one hasn’t gone out yet.</h2>
        <p>
          It goes out with {dropName(drop)}’s belts, which ship by{' '}
          {formatDay(daysOf(calendar, drop).shipBy, today)}. In every letter:
        </p>
        <ul>
          <li>
            <b>The month’s belts</b>, and who each one suits.
          </li>
          <li>
            <b>The leather and the buckles</b>: where they’re from, and how they wear in.
          </li>
          <li>
            <b>What members say</b> about the belts before.
          </li>
        </ul>
        <p>
          Until then, <Link to="/belts">see the belts</Link>.
        </p>
      </section>
      <NewsletterCard source="letters" />
    </div>
  )
}
