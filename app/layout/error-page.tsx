import { useRef } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { useInheritedFocus } from '../ui/dialog.tsx'
import { Mark } from '../ui/icons.tsx'
import { NotLoaded } from '../ui/late.tsx'
import './message-page.css'
import { useShop } from '../shop/use-shop.ts'

/** Shown when a page failed to render; relies on nothing that a loader provides. */
export function ErrorPage({ error }: { error: unknown }) {
  const { name, supportEmail } = useShop()
  // It replaces a page whose link or button had the focus.
  const main = useRef<HTMLElement>(null)
  useInheritedFocus(main)
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const title = isMissing ? 'Page Not Found' : 'This page didn’t load'
  return (
    <>
      <title>{title}</title>
      <main id="main" ref={main} tabIndex={-1} className="wrap page message-page">
        {/* A plain link, not React Router's, so that the next page is loaded from scratch. */}
        <a className="logo" href="/">
          <Mark />
          <span>{name}</span>
        </a>
        <h1>{title}</h1>
        {isMissing ? (
          <p className="lead">We couldn’t find that page. The belts are all on the home page.</p>
        ) : (
          <NotLoaded />
        )}
        <a className="btn btn-2" href="/">
          Return Home
        </a>
        {!isMissing && supportEmail !== '' && (
          <p className="quiet small">
            If it keeps happening, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        )}
      </main>
    </>
  )
}
