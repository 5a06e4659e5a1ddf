import { data, Link } from 'react-router'
import './message-page.css'

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound />
}

/** What stands in place of a page that is not there, at whatever address. */
export function NotFound() {
  return (
    <div className="wrap page message-page">
      <h1>Page Not Found</h1>
      <p className="lead">We couldn’t find that page. The belts are all on the home page.</p>
      <Link className="btn btn-2" to="/">
        Return Home
      </Link>
    </div>
  )
}
