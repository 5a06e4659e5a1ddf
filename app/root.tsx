// Before the components, because their own styles must come after the ones they build on.
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import './ui/buttons.css'
import './ui/controls.css'
import './ui/page.css'
import './ui/tooltip.css'
import { type ReactNode, useEffect } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import inlineScript from './before-hydration/inline-script.ts?script'
import { replayInput } from './before-hydration/replay-input.ts'
import { surviveTranslation } from './browser/survive-translation.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { pageHead } from './seo/page-head.ts'
import { subjectOf } from './seo/page-subject.ts'
import { pageOf, type ShopView } from './shop/context.ts'
import { hydrateOnInteraction, withoutScripts } from './shop/hydration.ts'
import brygada from './ui/fonts/brygada-1918-always.woff2?url'
import hanken from './ui/fonts/hanken-grotesk-always.woff2?url'

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageOf(context)
  const stops = await page.stops()
  const shop: ShopView = {
    ...page.shop,
    calendar: await page.calendar(),
    plans: await page.plans(),
    taxedStates: await page.taxedStates(),
    ...((await page.isInvented()) && { isInvented: true }),
    ...(stops.length > 0 && { stops }),
  }
  const subject = await subjectOf(page, url.pathname)
  const head = pageHead(url.pathname, { shop, publicUrl: page.publicUrl, subject })
  return { shop, head, ...(page.posted && { posted: page.posted }) }
}

/**
 * Nothing here depends on the query string. Without this, every filter of a list would wait for the server, and a second
 * choice made in the meantime would be lost.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  defaultShouldRevalidate &&
  (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)

// For every page: the routes have no meta of their own. The error page sets its own title.
export const meta: Route.MetaFunction = ({ loaderData, error }) => (error ? [] : (loaderData?.head ?? []))

export const links: Route.LinksFunction = () => [
  ...[brygada, hanken].map((href) => ({
    rel: 'preload' as const,
    href,
    as: 'font' as const,
    type: 'font/woff2' as const,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  // In the layout, so that it also runs on an error page.
  useEffect(() => {
    surviveTranslation()
    void replayInput()
  }, [])
  const handles = useMatches().map(({ handle }) => handle)
  const waitsForInteraction = handles.includes(hydrateOnInteraction)
  const isStatic = handles.includes(withoutScripts)
  return (
    // The inline script sets data-theme before React sees the document.
    <html
      lang="en"
      data-theme="light"
      data-static={isStatic ? '' : undefined}
      data-eager={isStatic || (waitsForInteraction && !data?.shop.analytics) ? undefined : ''}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; it must run before the first paint and catch the first tap */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineScript }} />
        <meta name="theme-color" content="#e3e0db" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1613" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {!isStatic && (
          <>
            <ScrollRestoration />
            {/* The framework's own scripts, which the built shop defers (server/http/inline-critical-css.ts). */}
            <script
              type="application/json"
              id="framework"
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; the server fills in a list of modules
              dangerouslySetInnerHTML={{ __html: '' }}
            />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
