import { useState } from 'react'
import type { RenewalStopView } from '../../../domain/admin/renewal-stop-contracts.ts'
import { styleNames } from '../../../domain/belt.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { ProposalForm } from './proposal-form.tsx'
import { StopForm, stopChanges } from './stop-form.tsx'

/** Renewals while nothing ships: what's coming, stopping them for a while, and closing the shop. */
export default function RenewalsPage() {
  const staff = useStaff()
  const stops = useAdmin('listRenewalStops', {})
  const plans = useAdmin('listPlans', {})
  return (
    <>
      <ScreenHead
        title="Renewals"
        note="Stop them while belts are missing, for everyone or some. Nobody pays for a month you can’t ship."
      />
      <ListState query={stops} empty={() => null}>
        {({ stops: rows, coming, proposeAt }) => (
          <div className="adm-stack">
            <section className="panel adm-stack" aria-labelledby="coming-title">
              <h2 id="coming-title">What’s coming</h2>
              <p className="num">
                {coming.wanted === 0
                  ? `${dropTitle(coming.drop)} has no belts to fill yet.`
                  : `${dropTitle(coming.drop)} needs ${formatCount(coming.wanted)} belts, paid ones and those that renewals will buy. Stock can’t fill ${formatCount(coming.short)} of them, ${Math.round((coming.short * 100) / coming.wanted)}%.`}
              </p>
              {staff.may('setStopProposal') ? (
                <ProposalForm key={proposeAt} percent={proposeAt} />
              ) : (
                <p className="quiet">Today proposes a stop from {proposeAt}%.</p>
              )}
            </section>
            {staff.may('startRenewalStop') && plans.data && <StopForm plans={plans.data.plans} />}
            <section className="adm-stack" aria-labelledby="stops-title">
              <h2 id="stops-title">Stopped so far</h2>
              {rows.length === 0 ? (
                <p className="quiet">Renewals have never been stopped.</p>
              ) : (
                <Stops
                  stops={rows}
                  nameOf={(id) => plans.data?.plans.find(({ planId }) => planId === id)?.name ?? id}
                />
              )}
            </section>
          </div>
        )}
      </ListState>
    </>
  )
}

const stateLabel = { running: 'Running', held: 'On hold', finished: 'Finished' }

type NameOf = (planId: string) => string

function Stops({ stops, nameOf }: { stops: RenewalStopView[]; nameOf: NameOf }) {
  return (
    <Table
      label="Stops of renewals"
      className="num"
      rows={stops}
      keyOf={({ id }) => id}
      columns={[
        { head: 'What', cell: (stop) => <What stop={stop} nameOf={nameOf} /> },
        { head: 'Begun', cell: ({ begunOn, username }) => `${formatDate(begunOn)}, ${username}` },
        {
          head: 'Progress',
          cell: ({ done, left, lastError }) => (
            <span>
              {`${formatCount(done)} done, ${formatCount(left)} to do`}
              {lastError && <small className="err">{` Some failed: ${lastError}`}</small>}
            </span>
          ),
        },
        {
          head: 'State',
          cell: ({ state }) => (
            <span className={state === 'running' ? 'st ok' : 'st'}>{stateLabel[state]}</span>
          ),
        },
        { head: 'Change', isHeadHidden: true, cell: (stop) => <Change stop={stop} /> },
      ]}
    />
  )
}

function What({ stop, nameOf }: { stop: RenewalStopView; nameOf: NameOf }) {
  const { kind, untilDay, refunds, planId, style, size, reason } = stop
  const whom = [
    planId ? nameOf(planId) : 'every plan',
    ...(style ? [styleNames[style as keyof typeof styleNames]] : []),
    ...(size ? [`size ${size}`] : []),
  ].join(', ')
  const what =
    kind === 'pause' ? `No charge until ${formatDate(untilDay!)}` : refunds ? 'Ended, with refunds' : 'Ended'
  return (
    <span>
      <b>{what}</b>
      {`: ${whom}`}
      <br />
      <small className="quiet">{reason}</small>
    </span>
  )
}

function Change({ stop: { id, kind, state, done, left } }: { stop: RenewalStopView }) {
  const staff = useStaff()
  const [isAsked, setAsked] = useState(false)
  const end = useChange('endRenewalStop', {
    changes: stopChanges,
    onSuccess: () => showToast({ title: 'Ended', description: 'What was stopped can be bought again.' }),
    onError: toastFailedChange,
  })
  const hold = useChange('holdRenewalStop', {
    changes: stopChanges,
    onSuccess: () =>
      showToast({
        title: state === 'held' ? 'It goes on' : 'On hold',
        description: counted(left, 'membership is left', 'memberships are left'),
      }),
    onError: toastFailedChange,
  })
  if (state === 'finished' || !staff.may('holdRenewalStop')) return null
  return (
    <span className="adm-tools">
      <button
        className="text-btn"
        type="button"
        disabled={hold.isPending}
        onClick={() => hold.mutate({ id, isHeld: state === 'running' })}
      >
        {state === 'running' ? 'Hold' : 'Go on'}
      </button>
      <button className="text-btn" type="button" disabled={end.isPending} onClick={() => setAsked(true)}>
        End it
      </button>
      {isAsked && (
        <AskDialog
          title="End it now?"
          action="End it"
          isBusy={end.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            end.mutate({ id })
          }}
        >
          <p className="num">
            {kind === 'pause'
              ? `What’s stopped can be bought again, and no more charges move. The ${counted(done, 'charge', 'charges')} moved so far stay on the days we told their payers.`
              : `The ${counted(done, 'membership', 'memberships')} done so far stay canceled. The others go on.`}
          </p>
        </AskDialog>
      )}
    </span>
  )
}
