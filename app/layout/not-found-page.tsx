import { data, Link } from 'react-router'
import { noRepeat, unbroken } from '../../domain/term-words.ts'
import { quizSectionId } from '../shop/quiz-request.ts'
import './message-page.css'
import { SectionLink } from './section-link.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound />
}

/** Shown for any unknown URL. */
export function NotFound() {
  return (
    <div className="wrap page message-page">
      <h1>Page Not Found</h1>
      <p className="lead">
        We couldn’t find that page, but we can find you a belt. Six quick questions, and a new one ships every
        month, never the same one twice in {unbroken(noRepeat)}.
      </p>
      <p className="message-acts">
        <SectionLink section={quizSectionId} className="btn btn-1">
          Find my first belt
        </SectionLink>
        <Link className="btn btn-2" to="/belts">
          See the belts
        </Link>
        <Link className="btn btn-3" to="/">
          Return Home
        </Link>
      </p>
    </div>
  )
}
