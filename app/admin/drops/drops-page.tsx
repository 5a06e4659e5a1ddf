import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import '../belts/belts.css'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import type { DropView } from '../../../domain/admin/drop-contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { FormDialog } from '../ui/dialogs.tsx'
import { Table } from '../ui/table.tsx'

/** The drops by month, and which one the home page shows. */
export default function DropsPage() {
  const staff = useStaff()
  const list = useAdmin('listDrops', {})
  const makeCurrent = useChange('makeDropCurrent', {
    changes: ['/api/admin/drops', '/api/admin/belts'],
    onSuccess: (_, { drop }) =>
      showToast({ title: 'Home Page Updated', description: `It shows ${dropTitle(drop)}’s belts now.` }),
    onError: (error) => toastUnmade(error, 'The home page didn’t change. Try again.'),
  })
  const current = list.data?.drops.find((each) => each.isCurrent)
  return (
    <>
      <ScreenHead
        title="Drops"
        note={
          list.data
            ? current
              ? `The home page shows ${dropTitle(current.drop)}.`
              : 'The home page shows no belts.'
            : '\u00a0'
        }
      >
        <div className="adm-tools">
          <Link className="btn btn-2" to="/admin/drops/forecast">
            Forecast
          </Link>
          {staff.may('createDrop') && list.data && <NewDrop next={list.data.next} />}
        </div>
      </ScreenHead>
      <ListState
        query={list}
        empty={({ drops }) => (drops.length === 0 ? 'No drops yet. Create the next one.' : null)}
      >
        {({ drops }) => (
          <DropsTable
            drops={drops}
            canChoose={staff.may('makeDropCurrent')}
            busy={makeCurrent.isPending}
            onChoose={(drop) => makeCurrent.mutate({ drop })}
          />
        )}
      </ListState>
    </>
  )
}

type Days = { drop: string; cutOffDay: string; shipBy: string }

/** Creates the next drop with the club's usual dates (club-rules.md), or others. */
function NewDrop({ next }: { next: Days }) {
  const title = useId()
  const [days, setDays] = useState<Days | null>(null)
  const [shown, setShown] = useState(next)
  const [error, setError] = useState<string | null>(null)
  const create = useChange('createDrop', {
    changes: ['/api/admin/drops'],
    onSuccess: ({ drop }) => {
      setDays(null)
      showToast({ title: 'Drop Created', description: `Open ${dropTitle(drop)} and add its belts.` })
    },
    onError: (failure) => setError(sentenceOf(failure, 'We couldn’t create the drop. Try again.')),
  })
  if (days && days !== shown) setShown(days)

  function open() {
    setError(null)
    setDays(next)
  }
  function save(event: FormEvent) {
    event.preventDefault()
    if (!days) return
    if (!days.cutOffDay || !days.shipBy) return setError('Choose both days.')
    setError(null)
    create.mutate(days)
  }
  const field = (name: 'cutOffDay' | 'shipBy') => ({
    type: 'date',
    value: shown[name],
    onChange: (value: string) => setDays({ ...shown, [name]: value }),
  })

  return (
    <>
      <button className="btn btn-1" type="button" onClick={open}>
        Create {dropTitle(next.drop)}
      </button>
      {days !== null && (
        <FormDialog onClose={() => setDays(null)} labelledBy={title} className="belt-dialog">
          <form noValidate onSubmit={save}>
            <h2 id={title}>{dropTitle(shown.drop)} drop</h2>
            <p className="quiet">
              The home page keeps showing the current drop until you switch it to this one.
            </p>
            <TextField
              label="Cut-off"
              hint="The last day members can change their box."
              {...field('cutOffDay')}
            />
            <TextField
              label="Ships by"
              hint="The last day its boxes ship."
              error={error}
              {...field('shipBy')}
            />
            <div className="belt-dialog-end">
              <button className="btn btn-2" type="button" onClick={() => setDays(null)}>
                Cancel
              </button>
              <button className="btn btn-1" type="submit" disabled={create.isPending}>
                Create drop
              </button>
            </div>
          </form>
        </FormDialog>
      )}
    </>
  )
}

type DropsTableProps = {
  drops: DropView[]
  canChoose: boolean
  busy: boolean
  onChoose: (drop: string) => void
}

/** The mark of a state, next to its name. */
const marks: Record<DropView['state'], string> = {
  open: 'st',
  curated: 'st half',
  packed: 'st full',
  shipped: 'st ok',
  held: 'st wn',
}

/** One row per drop, newest first. */
export function DropsTable({ drops, canChoose, busy, onChoose }: DropsTableProps) {
  if (drops.length === 0)
    return <p className="panel list-wait">There are no drops yet. Create the next one.</p>
  return (
    <Table
      className="drops-list"
      rows={drops}
      keyOf={({ drop }) => drop}
      columns={[
        {
          head: 'Drop',
          cell: ({ drop }) => (
            <Link to={`/admin/drops/${drop}`}>
              <b>{dropTitle(drop)}</b>
            </Link>
          ),
        },
        { head: 'Cut-off', cell: ({ cutOffDay }) => formatDate(cutOffDay) },
        { head: 'Ships by', cell: ({ shipBy }) => formatDate(shipBy) },
        { head: 'State', cell: ({ state }) => <span className={marks[state]}>{state}</span> },
        {
          head: 'Belts',
          isFigure: true,
          cell: ({ belts, activeBelts }) => (
            <span>
              {belts}
              {activeBelts < belts && <small>{activeBelts} active</small>}
            </span>
          ),
        },
        { head: 'Pieces', isFigure: true, cell: ({ pieces }) => formatCount(pieces) },
        { head: 'Boxes owed', isFigure: true, cell: ({ boxesOwed }) => formatCount(boxesOwed) },
        {
          head: 'Home page',
          cell: ({ drop, isCurrent, activeBelts }) =>
            isCurrent ? (
              <span className="st ok">Shown</span>
            ) : canChoose && activeBelts > 0 ? (
              <button
                className="btn btn-2"
                type="button"
                disabled={busy}
                aria-label={`Show ${dropTitle(drop)} on the home page`}
                onClick={() => onChoose(drop)}
              >
                Show
              </button>
            ) : (
              <span className="quiet">{activeBelts > 0 ? 'Not shown' : 'No active belts'}</span>
            ),
        },
      ]}
    />
  )
}
