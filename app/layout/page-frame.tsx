import type { ReactNode } from 'react'
import { DemoNotice } from './demo-notice.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Toasts } from './toasts.tsx'
import { useAnalytics } from './use-analytics.ts'
import { useArrival } from './use-arrival.ts'

/** What stands around every page. */
export function PageFrame({ children }: { children: ReactNode }) {
  useArrival()
  useAnalytics()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <DemoNotice />
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Toasts />
    </>
  )
}
