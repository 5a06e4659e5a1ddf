import { Link } from 'react-router'
import '../layout/message-page.css'

/** For a confirmation link that is invalid, or whose owner has unsubscribed since. */
export default function OldLinkPage() {
  return (
    <div className="wrap page message-page">
      <h1>This link no longer works</h1>
      <p className="lead">
        Part of it may have been cut off, or you’ve unsubscribed since. Sign up again at the bottom of this
        page and we’ll send a new one.
      </p>
      <Link className="btn btn-2" to="/">
        Return Home
      </Link>
    </div>
  )
}
