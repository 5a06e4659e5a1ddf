import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { PlanView, PriceRunView } from '../../../domain/admin/plan-contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { counted } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { earliestNewPrice } from '../../../domain/price-change.ts'
import { priceNotice } from '../../../domain/term-words.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useShop } from '../../shop/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange, toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog, ConfirmDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { ListState } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'

const changes = ['/api/admin/price-runs', '/api/admin/plans']

/** Moves a plan's members to another price: planned here, previewed, then carried out by the shop. */
export function PriceRuns({ plans }: { plans: readonly PlanView[] }) {
  const staff = useStaff()
  const [isPlanning, setPlanning] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const runs = useAdmin('listPriceRuns', {}, { enabled: staff.may('listPriceRuns') })
  if (!staff.may('listPriceRuns')) return null
  return (
    <section aria-labelledby="runs-title" className="adm-stack">
      <div className="adm-bar">
        <div>
          <h2 id="runs-title">Price runs</h2>
          <p className="quiet">
            Moves members who renew a plan to a new price. Each is told about {priceNotice} before they pay
            it.
          </p>
        </div>
        {staff.may('startPriceRun') && (
          <button
            className="btn btn-2"
            type="button"
            aria-expanded={isPlanning}
            onClick={() => setPlanning((known) => !known)}
          >
            New price run
          </button>
        )}
      </div>
      {isPlanning && <RunForm plans={plans} onClose={() => setPlanning(false)} />}
      <ListState query={runs} empty={(data) => (data.runs.length > 0 ? null : 'No price runs yet.')}>
        {(data) => (
          <Table
            className="num"
            rows={data.runs}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Plan', cell: ({ planName }) => <b>{planName}</b> },
              { head: 'New price', isFigure: true, cell: ({ price }) => `$${price}` },
              { head: 'From', cell: ({ effectiveOn }) => formatDate(effectiveOn) },
              { head: 'Members', cell: ({ counts }) => countLabel(counts) },
              {
                head: 'State',
                cell: ({ state }) => (
                  <span className={state === 'running' ? 'st ok' : 'st'}>{stateLabel[state]}</span>
                ),
              },
              {
                head: 'Look',
                isHeadHidden: true,
                cell: ({ id, planName }) => (
                  <button
                    className="text-btn"
                    type="button"
                    aria-expanded={open === id}
                    onClick={() => setOpen(open === id ? null : id)}
                  >
                    {open === id ? 'Close' : 'Look'}
                    <span className="sr"> at the run of {planName}</span>
                  </button>
                ),
              },
            ]}
          />
        )}
      </ListState>
      {open && <OneRun key={open} id={open} />}
    </section>
  )
}

const stateLabel = { running: 'Running', stopped: 'Stopped', done: 'Done' }
const memberLabel = {
  waiting: 'not told yet',
  told: 'told',
  charged: 'charged',
  undone: 'called off',
  left: 'left',
}

function countLabel(counts: PriceRunView['counts']): string {
  const said = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${memberLabel[state as keyof typeof memberLabel]}`)
  return said.join(', ') || 'None yet'
}

/** Choose, preview, start: nothing is saved before the last step. */
function RunForm({ plans, onClose }: { plans: readonly PlanView[]; onClose: () => void }) {
  const { today } = useShop()
  const earliest = earliestNewPrice(today)
  const [value, setValue] = useState({ planId: plans[0]?.planId ?? '', price: '', effectiveOn: earliest })
  const [shown, setShown] = useState<typeof value | null>(null)
  const change = (part: Partial<typeof value>) => {
    setValue((before) => ({ ...before, ...part }))
    setShown(null)
  }
  const seen = useAdmin(
    'previewPriceRun',
    { id: value.planId, price: value.price.trim(), effectiveOn: value.effectiveOn },
    { enabled: shown === value },
  )
  const start = useChange('startPriceRun', {
    changes,
    onSuccess: ({ run }) => {
      showToast({
        title: 'Price run started',
        description: `${run.planName} at $${run.price} from ${formatDate(run.effectiveOn)}. You can stop it at any time.`,
      })
      onClose()
    },
  })
  const [isAsked, setAsked] = useState(false)
  const error = start.error ?? (shown ? seen.error : null)
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <form
      className="panel adm-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setShown(value)
      }}
    >
      <h3>New price run</h3>
      <div className="adm-row">
        <SelectField
          label="Plan"
          value={value.planId}
          options={plans.map(({ planId, name, price }) => [planId, `${name}, sold at $${price}`])}
          onChange={(planId) => change({ planId })}
        />
        <TextField
          label="New price per term, in dollars"
          inputMode="decimal"
          value={value.price}
          onChange={(price) => change({ price })}
          error={fields.price}
        />
        <TextField
          label="Charges from"
          type="date"
          min={earliest}
          value={value.effectiveOn}
          onChange={(effectiveOn) => change({ effectiveOn })}
          error={fields.effectiveOn}
          hint={`${formatDate(earliest)} at the earliest`}
        />
      </div>
      <div role="status">
        {error && !fields.price && !fields.effectiveOn && (
          <p className="err">{failedChange(error, 'The price run didn’t start. Try again.')}</p>
        )}
        {shown && seen.data && (
          <p className="adm-note">
            {seen.data.total === 0
              ? 'Everyone who renews this plan already pays this price.'
              : `${counted(seen.data.total, 'member pays', 'members pay')} this price from then on. No one’s been told yet.`}
          </p>
        )}
      </div>
      {shown && seen.data && <Members members={seen.data.members} />}
      <div className="adm-tools">
        {shown && seen.data ? (
          <button
            className="btn btn-1"
            type="button"
            disabled={start.isPending}
            onClick={() => setAsked(true)}
          >
            Start the price run
          </button>
        ) : (
          <button className="btn btn-1" type="submit" disabled={value.price.trim() === '' || seen.isFetching}>
            See who’s affected
          </button>
        )}
        <button className="text-btn" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
      {isAsked && seen.data && (
        <AskDialog
          title="Start this price run?"
          action="Start it"
          isBusy={start.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            start.mutate({ ...value, price: value.price.trim() })
          }}
        >
          <Outlook
            run={seen.data}
            planName={plans.find(({ planId }) => planId === value.planId)?.name ?? ''}
            price={value.price.trim()}
            today={today}
          />
        </AskDialog>
      )}
    </form>
  )
}

type OutlookProps = {
  run: AdminReply<'previewPriceRun'>
  planName: string
  price: string
  today: string
}

/** How many members, from which price to which, and when the first emails and charges go out. */
function Outlook({ run: { total, members }, planName, price, today }: OutlookProps) {
  if (members.length === 0)
    return (
      <p>No one’s price changes now. Members who later renew {planName} at another price get this one.</p>
    )
  const range = (cents: number[]) => {
    const [least, most] = [Math.min(...cents), Math.max(...cents)]
    return least === most ? formatCents(least) : `${formatCents(least)} to ${formatCents(most)}`
  }
  const first = (days: string[]) => days.reduce((one, other) => (other < one ? other : one))
  const told = first(members.map(({ tellOn }) => tellOn))
  return (
    <ul className="adm-stack num">
      <li>
        {total === 1 ? 'One member' : `${total} members`} of {planName}:{' '}
        {range(members.map((each) => each.nowCents))} a term now
        {members.length < total && `, by the first ${members.length}`}, ${price} plus any tax then.
      </li>
      <li>
        The first emails go out {told <= today ? 'today' : `on ${formatDate(told)}`}. Once they’re out,
        stopping the run sends a second email.
      </li>
      <li>
        The first charge at the new price is on {formatDate(first(members.map(({ chargeOn }) => chargeOn)))}.
      </li>
    </ul>
  )
}

function OneRun({ id }: { id: string }) {
  const staff = useStaff()
  const [isAsked, setAsked] = useState(false)
  const found = useAdmin('readPriceRun', { id })
  const stop = useChange('stopPriceRun', {
    changes,
    onSuccess: () => {
      setAsked(false)
      showToast({
        title: 'Price run stopped',
        description: 'Members who’d been told get an email that it’s off.',
      })
    },
    onError: (error) => toastUnmade(error, 'The price run is still going. Try again.'),
  })
  return (
    <ListState query={found}>
      {({ run }) => (
        <section className="panel adm-stack" aria-label={`The price run of ${run.planName}`}>
          <h3>
            {run.planName} at ${run.price}, from {formatDate(run.effectiveOn)}
          </h3>
          {run.members.length > 0 ? (
            <Members members={run.members} begunOn={run.begunOn} />
          ) : (
            <p>It doesn’t affect anyone yet.</p>
          )}
          {run.state === 'running' && staff.may('stopPriceRun') && (
            <div className="adm-tools">
              <button className="btn btn-2" type="button" onClick={() => setAsked(true)}>
                Stop the price run
              </button>
            </div>
          )}
          {isAsked && (
            <ConfirmDialog
              title="Stop this price run?"
              action="Stop it"
              wayOut="Keep it running"
              isBusy={stop.isPending}
              onConfirm={() => stop.mutate({ id })}
              onClose={() => setAsked(false)}
            >
              <p>
                Members who haven’t been charged yet keep their old price. Those who’d been told get an email
                saying so.
              </p>
            </ConfirmDialog>
          )}
        </section>
      )}
    </ListState>
  )
}

type MembersProps = {
  members: PriceRunView['members']
  /** absent: not started */
  begunOn?: string
}

function Members({ members, begunOn }: MembersProps) {
  if (members.length === 0) return null
  return (
    <Table
      className="num"
      rows={members}
      keyOf={({ membershipId }) => membershipId}
      columns={[
        { head: 'Member', cell: ({ email, orderNumber }) => `${email ?? 'No email'}, ${orderNumber}` },
        { head: 'Pays now', isFigure: true, cell: ({ nowCents }) => formatCents(nowCents) },
        {
          head: 'Pays then',
          isFigure: true,
          cell: ({ totalCents, taxCents }) =>
            `${formatCents(totalCents)}${taxCents === null ? ' plus tax' : taxCents ? ` with ${formatCents(taxCents)} tax` : ''}`,
        },
        {
          head: 'Notice',
          cell: ({ tellOn }) =>
            begunOn && tellOn < begunOn ? `Began on ${formatDate(begunOn)}` : formatDate(tellOn),
        },
        { head: 'First charge', cell: ({ chargeOn }) => formatDate(chargeOn) },
        { head: 'State', cell: ({ state }) => memberLabel[state] },
      ]}
    />
  )
}
