import type { ReactNode } from 'react'
import { Link, useMatches } from 'react-router'
import '../layout/message-page.css'

type Words = { title: string; lead: string; more?: ReactNode }

/** By route (app/routes.ts). */
const pages: Record<string, Words> = {
  'newsletter/confirmed': {
    title: 'You’re on the list',
    lead: 'Your email’s confirmed. Look for our letter with the next drop.',
    more: (
      <Link className="btn btn-3" to="/letters">
        Read past letters
      </Link>
    ),
  },
  // The same whether or not the address was on the list.
  'newsletter/unsubscribed': {
    title: 'You’re unsubscribed',
    lead: 'No more letters from us. Changed your mind? Sign up again at the bottom of this page.',
  },
  // For a link that is invalid, or whose owner has unsubscribed since.
  'newsletter/old-link': {
    title: 'This link no longer works',
    lead: 'Part of it may have been cut off, or you’ve unsubscribed since. Sign up again at the bottom of this page and we’ll send a new one.',
  },
}

/** Where the links in newsletter emails lead. */
export default function LinkPage() {
  const { title, lead, more } = pages[useMatches().at(-1)!.id] ?? {}
  if (!title) return <UnsubscribePage />
  return (
    <div className="wrap page message-page">
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <Link className="btn btn-2" to="/">
        Return Home
      </Link>{' '}
      {more}
    </div>
  )
}

/** A single button. The form posts to the link's own URL, token included, even without JavaScript. */
function UnsubscribePage() {
  return (
    <div className="wrap page message-page">
      <h1>No more letters?</h1>
      <p className="lead">One click and you’re off the list. We’ll still email you about your orders.</p>
      <form method="post">
        <button className="btn btn-1" type="submit">
          Unsubscribe
        </button>
      </form>
    </div>
  )
}
