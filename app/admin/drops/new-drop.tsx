import { type FormEvent, useId, useState } from 'react'
import { dropTitle } from '../../../domain/drop.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'

type Days = { drop: string; cutOffDay: string; shipBy: string }

/** Creates the next drop, with the days that the calendar of the club gives it (club.md) unless the owner has others. */
export function NewDrop({ next }: { next: Days }) {
  const title = useId()
  const [days, setDays] = useState<Days | null>(null)
  const [shown, setShown] = useState(next)
  const [error, setError] = useState<string | null>(null)
  const create = useChange('createDrop', {
    changes: ['/api/admin/drops'],
    onSuccess: ({ drop }) => {
      setDays(null)
      showToast({ title: 'Drop Created', description: `Add the belts of ${dropTitle(drop)} now.` })
    },
    onError: (failure) => setError(sentenceOf(failure, 'The drop could not be created. Try again.')),
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
      <Dialog open={days !== null} onClose={() => setDays(null)} labelledBy={title} className="belt-dialog">
        <form noValidate onSubmit={save}>
          <h2 id={title}>Drop of {dropTitle(shown.drop)}</h2>
          <p className="quiet">The home page goes on showing the current drop until you choose this one.</p>
          <TextField
            label="Cut-off"
            hint="The last day on which members can change their box."
            {...field('cutOffDay')}
          />
          <TextField
            label="Ships by"
            hint="The last day on which its boxes leave."
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
      </Dialog>
    </>
  )
}
