import { useState } from 'react'
import { ApiError } from '../../browser/call-api.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange, useChange } from '../client/use-admin.ts'
import { stopChanges } from './stop-form.tsx'

/** From which share of belts that can't be filled Today proposes a stop. */
export function ProposalForm({ percent }: { percent: number }) {
  const [typed, setTyped] = useState(String(percent))
  const save = useChange('setStopProposal', {
    changes: stopChanges,
    onSuccess: () => showToast({ title: 'Saved', description: `Today proposes a stop from ${typed}%.` }),
  })
  const { error } = save
  const field = error instanceof ApiError ? error.fields.percent : undefined
  return (
    <form
      className="adm-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ percent: Number(typed) })
      }}
    >
      <div className="adm-row">
        <TextField
          label="Propose a stop from, in percent"
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
          error={field ?? (error ? failedChange(error, 'That wasn’t saved. Try again.') : undefined)}
          hint="Of the coming month’s belts that stock can’t fill"
        />
      </div>
      <button className="btn btn-2" type="submit" disabled={save.isPending || typed === String(percent)}>
        Save
      </button>
    </form>
  )
}
