import { Link } from 'react-router'
import '../layout/message-page.css'

/** After the link in the confirmation mail. */
export default function ConfirmedPage() {
  return (
    <div className="wrap page message-page">
      <h1>You are on the list</h1>
      <p className="lead">Your email is confirmed. The next letter comes with the next drop.</p>
      <Link className="btn btn-2" to="/">
        Return Home
      </Link>
    </div>
  )
}
