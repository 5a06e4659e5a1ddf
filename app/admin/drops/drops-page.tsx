import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import '../belts/belts.css'

import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import type { DropView } from '../../../domain/admin/drop-contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { FormDialog } from '../ui/dialogs.tsx'
import { ListState } from '../ui/list-state.tsx'

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
      <div className="adm-bar">
        <div>
          <h1>Drops</h1>
          <p className="quiet">
            {list.data
              ? current
                ? `The home page shows ${dropTitle(current.drop)}.`
                : 'The home page shows no belts.'
              : '\u00a0'}
          </p>
        </div>
        <div className="adm-tools">
          <Link className="btn btn-2" to="/admin/drops/forecast">
            Forecast
          </Link>
          {staff.may('createDrop') && list.data && <NewDrop next={list.data.next} />}
        </div>
      </div>
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
    <div className="t-wrap drops-list">
      <table className="grid-t cards-sm">
        <thead>
          <tr>
            <th scope="col">Drop</th>
            <th scope="col">Cut-off</th>
            <th scope="col">Ships by</th>
            <th scope="col">State</th>
            <th scope="col" className="r">
              Belts
            </th>
            <th scope="col" className="r">
              Pieces
            </th>
            <th scope="col" className="r">
              Boxes owed
            </th>
            <th scope="col">Home page</th>
          </tr>
        </thead>
        <tbody>
          {drops.map((each) => (
            <tr key={each.drop}>
              <td data-l="Drop">
                <Link to={`/admin/drops/${each.drop}`}>
                  <b>{dropTitle(each.drop)}</b>
                </Link>
              </td>
              <td data-l="Cut-off">{formatDate(each.cutOffDay)}</td>
              <td data-l="Ships by">{formatDate(each.shipBy)}</td>
              <td data-l="State">
                <span className={marks[each.state]}>{each.state}</span>
              </td>
              <td data-l="Belts" className="r">
                <span>
                  {each.belts}
                  {each.activeBelts < each.belts && <small>{each.activeBelts} active</small>}
                </span>
              </td>
              <td data-l="Pieces" className="r">
                {formatCount(each.pieces)}
              </td>
              <td data-l="Boxes owed" className="r">
                {formatCount(each.boxesOwed)}
              </td>
              <td data-l="Home page">
                {each.isCurrent ? (
                  <span className="st ok">Shown</span>
                ) : canChoose && each.activeBelts > 0 ? (
                  <button
                    className="btn btn-2"
                    type="button"
                    disabled={busy}
                    aria-label={`Show ${dropTitle(each.drop)} on the home page`}
                    onClick={() => onChoose(each.drop)}
                  >
                    Show
                  </button>
                ) : (
                  <span className="quiet">{each.activeBelts > 0 ? 'Not shown' : 'No active belts'}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
