import { Link } from 'react-router'
import '../layout/message-page.css'

/** A confirmation link that leads nowhere, or whose owner unsubscribed since. */
export default function OldLinkPage() {
  return (
    <div className="wrap page message-page">
      <h1>This link no longer works</h1>
      <p className="lead">
        Perhaps it was cut off in the mail, or you unsubscribed since. Subscribe again at the foot of this
        page, and a new one comes.
      </p>
      <Link className="btn btn-2" to="/">
        Return Home
      </Link>
    </div>
  )
}
