import { Link } from 'react-router'
import { formatDate } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { pageOf } from '../shop/context.ts'
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
        <p className="lead">One a month, with the drop. Here’s every one so far.</p>
      </div>
      {letters.length === 0 && <p className="quiet">The first one hasn’t gone out yet.</p>}
      <ol className="drop-list" reversed>
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
