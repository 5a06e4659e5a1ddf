// Before the components, whose own styles come after what they build on.
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
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
import earlyScript from './early/early.ts?script'
import { takeOver } from './early/replay.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { pageHead } from './seo/page-head.ts'
import { subjectOf } from './seo/page-subject.ts'
import { pageContext, type ShopView } from './shop/context.ts'
import { still } from './shop/still.ts'
import brygada from './ui/fonts/brygada-1918-always.woff2?url'
import hanken from './ui/fonts/hanken-grotesk-always.woff2?url'

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  if (!page) throw new Error('the server did not set pageContext')
  const shop: ShopView = {
    ...page.shop,
    calendar: await page.calendar(),
    plans: await page.plans(),
    taxedStates: await page.taxedStates(),
  }
  const subject = await subjectOf(page, url.pathname)
  return { shop, head: pageHead(url.pathname, { shop, publicUrl: page.publicUrl, subject }) }
}

/**
 * What stands after the "?" changes nothing of it: a list that is narrowed does not wait for an answer, in which the next
 * choice would be lost.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  defaultShouldRevalidate &&
  (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)

// For every page: the routes have no meta of their own. The error page brings its title itself.
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
  // Here, so that a page that failed is heard, too.
  useEffect(() => void takeOver(), [])
  const isStill = useMatches().some(({ handle }) => handle === still)
  return (
    // The early script sets data-theme before React sees the document.
    <html
      lang="en"
      data-theme="light"
      data-eager={isStill && !data?.shop.analytics ? undefined : ''}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; it must run before the first paint, and hear the first tap */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <meta name="theme-color" content="#e3e0db" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1613" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {/* What follows is the framework's, which the built shop puts off (server/http/inline-critical-css.ts). */}
        <script
          type="application/json"
          id="framework"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; the server writes a list of modules into it
          dangerouslySetInnerHTML={{ __html: '' }}
        />
        <Scripts />
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
