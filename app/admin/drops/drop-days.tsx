import { type FormEvent, useState } from 'react'
import type { DropView } from '../../../domain/admin/drop-calls.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'
import { dropAddresses } from './drop-addresses.ts'

/** The cut-off and the ship-by day, which the owner may move for one drop without telling anybody. */
export function DropDays({ drop, canEdit }: { drop: DropView; canEdit: boolean }) {
  const [cutOffDay, setCutOffDay] = useState(drop.cutOffDay)
  const [shipBy, setShipBy] = useState(drop.shipBy)
  const save = useChange('updateDrop', {
    changes: dropAddresses,
    onSuccess: () =>
      showToast({ title: 'Days Saved', description: 'Nobody was told. Hold or move tells them.' }),
  })
  const isChanged = cutOffDay !== drop.cutOffDay || shipBy !== drop.shipBy || !drop.isCreated
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ drop: drop.drop, cutOffDay, shipBy })
  }
  return (
    <form className="panel drop-days" noValidate onSubmit={submit}>
      <h2>Days</h2>
      <TextField
        label="Cut-off"
        hint="The last day on which members can change their box."
        type="date"
        value={cutOffDay}
        onChange={setCutOffDay}
        disabled={!canEdit}
      />
      <TextField
        label="Ships by"
        hint="The last day on which its boxes leave."
        type="date"
        value={shipBy}
        onChange={setShipBy}
        disabled={!canEdit}
        error={save.error ? sentenceOf(save.error, 'The days were not saved. Try again.') : null}
      />
      {canEdit && (
        <button className="btn btn-2" type="submit" disabled={!isChanged || save.isPending}>
          {drop.isCreated ? 'Save days' : 'Prepare this month'}
        </button>
      )}
    </form>
  )
}
