// Before the components, whose own styles come after what they build on.
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import './ui/controls.css'
import './ui/page.css'
import brygada from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { pageContext } from './context.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { themeScript } from './layout/theme.ts'

export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  if (!page) throw new Error('the server did not set pageContext')
  return { shop: page.shop }
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: brygada, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The theme script sets data-theme before React sees the document.
    <html lang="en" data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; it must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
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
