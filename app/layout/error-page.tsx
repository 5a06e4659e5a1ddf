import { isRouteErrorResponse } from 'react-router'
import { Mark } from '../ui/mark.tsx'
import './message-page.css'
import { useShop } from './use-shop.ts'

/** Shown when a page could not be made at all; relies on nothing that a loader gives. */
export function ErrorPage({ error }: { error: unknown }) {
  const { name, supportEmail } = useShop()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const title = isMissing ? 'Page Not Found' : 'This page did not load'
  return (
    <>
      <title>{title}</title>
      <main id="main" className="wrap page message-page">
        {/* A real link, not React Router's: the next page is then made from scratch. */}
        <a className="logo" href="/">
          <Mark />
          <span>{name}</span>
        </a>
        <h1>{title}</h1>
        <p className="lead">
          {isMissing
            ? 'There is nothing at this address. The belts are on the home page.'
            : 'Something failed on our side. Load the page again, or start from the home page.'}
        </p>
        <a className="btn btn-2" href="/">
          Return Home
        </a>
        {!isMissing && supportEmail !== '' && (
          <p className="quiet small">
            If it stays like this, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        )}
      </main>
    </>
  )
}
