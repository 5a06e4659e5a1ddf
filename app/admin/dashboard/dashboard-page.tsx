import { useState } from 'react'
import { Link } from 'react-router'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'
import { BeltsPanel, BoxesPanel } from './belt-panels.tsx'
import { NewsletterPanel, OrdersPanel } from './chart-panels.tsx'
import {
  ChurnPanel,
  FunnelPanel,
  LifetimeValuePanel,
  RetentionPanel,
  SourcesPanel,
} from './member-panels.tsx'
import { GiftsPanel, OverviewPanel, RevenuePanel } from './overview-panels.tsx'
import './dashboard.css'

/** The club's key figures: each comes from the ledger and links to the rows behind it. */
export default function DashboardPage() {
  const [isAgain, setAgain] = useState(false)
  const dashboard = useAdmin('readDashboard', isAgain ? { again: '1' } : {}, { keeps: true })
  const at = dashboard.data?.figures.at
  return (
    <>
      <ScreenHead
        title="Dashboard"
        status={
          at ? (
            <>
              As of <Instant at={at} />. Today’s orders are live.
            </>
          ) : (
            'Refreshing…'
          )
        }
      >
        <button
          className="btn btn-2"
          type="button"
          disabled={dashboard.isFetching}
          onClick={() => (isAgain ? void dashboard.refetch() : setAgain(true))}
        >
          Refresh now
        </button>
      </ScreenHead>
      <ListState keeps query={dashboard}>
        {({ today, figures }) => (
          <div className="dash">
            <OpenDisputes />
            <OverviewPanel today={today} figures={figures} />
            <OrdersPanel days={figures.ordersByDay} />
            <RevenuePanel recognized={figures.recognized} owed={figures.owed} due={figures.due} />
            <ChurnPanel lost={figures.lost} />
            <BoxesPanel boxes={figures.boxes} />
            <RetentionPanel cohorts={figures.cohorts} />
            <LifetimeValuePanel worth={figures.worth} />
            <BeltsPanel belts={figures.belts} />
            <FunnelPanel funnel={figures.funnel} />
            <SourcesPanel sources={figures.sources} />
            <GiftsPanel gifts={figures.gifts} />
            <NewsletterPanel months={figures.newsletter} />
          </div>
        )}
      </ListState>
    </>
  )
}

/** Disputes aren't a figure: while one is open, it stands above them. */
function OpenDisputes() {
  const staff = useStaff()
  const { data } = useAdmin(
    'listDisputes',
    { state: 'asks', limit: 1 },
    { enabled: staff.may('listDisputes') },
  )
  if (!data || data.open === 0) return null
  return (
    <p className="d12">
      <span className={data.asks > 0 ? 'st no' : 'st wn'}>
        {`${data.open} ${data.open === 1 ? 'payment is' : 'payments are'} disputed, ${data.asks} ${data.asks === 1 ? 'waits' : 'wait'} for our answer.`}
      </span>{' '}
      <Link to="/admin/disputes">See the disputes</Link>
    </p>
  )
}
