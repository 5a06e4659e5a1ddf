import { lazy, Suspense, useState } from 'react'
import { useAdmin } from '../client/use-admin.ts'
import { Instant, ListState } from '../ui/list-state.tsx'
import { BeltsPanel } from './belts-panel.tsx'
import { BoxesPanel } from './boxes-panel.tsx'
import { CohortTable } from './cohort-table.tsx'
import { FunnelPanel, SourcesPanel } from './funnel-panels.tsx'
import { GiftsPanel } from './gifts-panel.tsx'
import { LostPanel } from './lost-panel.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { NowPanel } from './now-panel.tsx'
import { WorthPanel } from './worth-panel.tsx'
import './dashboard.css'

// The charts' code is the heaviest of the desk: fetched once there are sums to show, and by the server never.
const OrdersPanel = lazy(() => import('./orders-panel.tsx').then((file) => ({ default: file.OrdersPanel })))
const NewsletterPanel = lazy(() =>
  import('./newsletter-panel.tsx').then((file) => ({ default: file.NewsletterPanel })),
)

/** How the club is doing this morning: each sum is the ledger's, and opens the rows that it adds up. */
export default function DashboardPage() {
  const [isAgain, setAgain] = useState(false)
  const dashboard = useAdmin('readDashboard', isAgain ? { again: '1' } : {}, { keeps: true })
  const at = dashboard.data?.figures.at
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Dashboard</h1>
          <p className="quiet" role="status">
            {at ? (
              <>
                As of <Instant at={at} />. Today’s orders are live.
              </>
            ) : (
              'Refreshing…'
            )}
          </p>
        </div>
        <button
          className="btn btn-2"
          type="button"
          disabled={dashboard.isFetching}
          onClick={() => (isAgain ? void dashboard.refetch() : setAgain(true))}
        >
          Refresh now
        </button>
      </div>
      <ListState keeps query={dashboard} empty={() => null}>
        {({ today, figures }) => (
          <div className="dash">
            <NowPanel today={today} figures={figures} />
            <Suspense fallback={<section className="panel d7 chart-wait" aria-busy="true" />}>
              <OrdersPanel days={figures.ordersByDay} />
            </Suspense>
            <MoneyPanel recognised={figures.recognised} owed={figures.owed} due={figures.due} />
            <LostPanel lost={figures.lost} />
            <BoxesPanel boxes={figures.boxes} />
            <CohortTable cohorts={figures.cohorts} />
            <WorthPanel worth={figures.worth} />
            <BeltsPanel belts={figures.belts} />
            <FunnelPanel funnel={figures.funnel} />
            <SourcesPanel sources={figures.sources} />
            <GiftsPanel gifts={figures.gifts} />
            <Suspense fallback={<section className="panel d7 chart-wait" aria-busy="true" />}>
              <NewsletterPanel months={figures.newsletter} />
            </Suspense>
          </div>
        )}
      </ListState>
    </>
  )
}
