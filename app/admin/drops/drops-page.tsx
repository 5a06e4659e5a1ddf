import { Link } from 'react-router'
import { showToast } from '../../ui/toast-store.ts'
import '../belts/belts.css'
import { sentenceOf, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { ListState } from '../ui/list-state.tsx'

import './drops.css'
import { type FormEvent, useId, useState } from 'react'
import { dropTitle } from '../../../domain/drop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { DropsTable } from './drops-table.tsx'

/** The drops, month by month, and which of them the home page shows. */
export default function DropsPage() {
  const staff = useStaff()
  const list = useAdmin('listDrops', {})
  const makeCurrent = useChange('makeDropCurrent', {
    changes: ['/api/admin/drops', '/api/admin/belts'],
    onSuccess: (_, { drop }) =>
      showToast({ title: 'Home Page Updated', description: `It shows ${dropTitle(drop)}’s belts now.` }),
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'The home page didn’t change. Try again.'),
        destructive: true,
      }),
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

/** Creates the next drop, with the days that the calendar of the club gives it (club-rules.md) unless the owner has others. */
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
