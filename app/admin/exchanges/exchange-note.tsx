import { useState } from 'react'
import type { ExchangeRow } from '../../../domain/admin/exchange-calls.ts'
import { useStaff } from '../use-staff.ts'
import { useExchangeChange } from './use-exchange-change.ts'

/** What the staff wrote; the member never sees it. */
export function ExchangeNote({ exchange: { id, note, number } }: { exchange: ExchangeRow }) {
  const staff = useStaff()
  const [typed, setTyped] = useState<string | null>(null)
  const keep = useExchangeChange('noteExchange', 'Note kept', () => setTyped(null))
  if (typed === null) {
    return (
      <p className="exchange-note">
        {note && <span>{note}</span>}
        {staff.may('noteExchange') && (
          <button className="text-btn" type="button" onClick={() => setTyped(note)}>
            {note ? 'Change the note' : 'Write a note'}
            <span className="sr"> on {number}</span>
          </button>
        )}
      </p>
    )
  }
  return (
    <form
      className="adm-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!keep.isPending) keep.mutate({ exchangeId: id, note: typed })
      }}
    >
      <label className="field">
        <span className="label">Note, for the staff alone</span>
        <textarea
          className="input"
          rows={2}
          maxLength={2000}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <div className="adm-tools">
        <button className="btn btn-2" type="submit">
          Keep note
        </button>
        <button className="text-btn" type="button" onClick={() => setTyped(null)}>
          Leave it
        </button>
      </div>
    </form>
  )
}
