import { Link } from 'react-router'
import '../layout/message-page.css'

/** Shown after the link in the confirmation email. */
export default function ConfirmedPage() {
  return (
    <div className="wrap page message-page">
      <h1>You’re on the list</h1>
      <p className="lead">Your email’s confirmed. Look for our letter with the next drop.</p>
      <Link className="btn btn-2" to="/">
        Return Home
      </Link>{' '}
      <Link className="btn btn-3" to="/letters">
        Read past letters
      </Link>
    </div>
  )
}
