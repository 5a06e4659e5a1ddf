import { Link } from 'react-router'
import '../layout/message-page.css'

/** Shown after unsubscribing; the same whether or not the address was on the list. */
export default function UnsubscribedPage() {
  return (
    <div className="wrap page message-page">
      <h1>You’re unsubscribed</h1>
      <p className="lead">
        No more letters from us. Changed your mind? Sign up again at the bottom of this page.
      </p>
      <Link className="btn btn-2" to="/">
        Return Home
      </Link>
    </div>
  )
}
