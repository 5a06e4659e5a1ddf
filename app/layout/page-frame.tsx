import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { DemoNotice } from './demo-notice.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Toasts } from './toasts.tsx'
import { useAnalytics } from './use-analytics.ts'
import { useArrival } from './use-arrival.ts'
import { useEarlyTyping } from './use-early-typing.ts'
import { usePageLoad } from './use-page-load.ts'
import { useTooltips } from './use-tooltips.ts'

/** What stands around every page; the owner's desk and the page of a gift bring their own. */
export function PageFrame({ children }: { children: ReactNode }) {
  useArrival()
  usePageLoad()
  useEarlyTyping()
  useAnalytics()
  useTooltips()
  const isBare = /^\/(admin|gift)\b/.test(useLocation().pathname)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {!isBare && <DemoNotice />}
      {isBare ? (
        children
      ) : (
        <>
          <Header />
          <main id="main" tabIndex={-1}>
            {children}
          </main>
          <Footer />
        </>
      )}
      <Toasts />
    </>
  )
}
