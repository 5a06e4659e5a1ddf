import { type FormEvent, useState } from 'react'
import type { MembershipView } from '../../domain/account/account-view.ts'
import { dropsBetween } from '../../domain/drop.ts'
import { useToday } from '../layout/use-today.ts'
import { outcomeWords } from './outcome-words.ts'
import type { Months } from './use-months.ts'

/** One to three months, each with the dates that it causes (club.md "Pause"). */
export function PausePanel({ membership, months }: { membership: MembershipView; months: Months }) {
  const { taste, next, isGift, id } = membership
  const today = useToday()
  const pauses = taste?.pauses ?? []
  const [until, setUntil] = useState(pauses[0]?.until ?? '')
  function pause(event: FormEvent) {
    event.preventDefault()
    if (!months.isBusy) months.pause(until)
  }
  return (
    <form className="account-panel" id={`pause-${id}`} onSubmit={pause}>
      <fieldset className="group">
        <legend>Pause for</legend>
        <div className="account-options">
          {pauses.map((each) => {
            const count = dropsBetween(next?.drop ?? each.until, each.until)
            return (
              <label key={each.until} className="agree">
                <input
                  className="tick"
                  type="radio"
                  name="until"
                  value={each.until}
                  checked={until === each.until}
                  onChange={() => setUntil(each.until)}
                />
                <span>
                  <b>{['One month', 'Two months', 'Three months'][count - 1]}</b>
                  <span className="quiet">: {outcomeWords(each.outcome, isGift, today)}</span>
                </span>
              </label>
            )
          })}
        </div>
      </fieldset>
      <p>
        <button className="btn btn-2" type="submit" aria-disabled={months.isBusy || undefined}>
          Pause
        </button>
      </p>
    </form>
  )
}
