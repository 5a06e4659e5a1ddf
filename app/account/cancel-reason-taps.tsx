import { useId, useState } from 'react'
import { type CancelReason, cancelReasonLabel, cancelReasons } from '../../domain/lost.ts'
import { sentenceOf, useAccountChange } from './client/use-account.ts'

/** Why somebody left: asked once it is done, kept with one tap, and nothing waits for it (docs/decisions/087). */
export function CancelReasonTaps({
  membershipId: id,
  told,
}: {
  membershipId: string
  told: CancelReason | null
}) {
  const tell = useAccountChange('tellCancelReason')
  const [error, setError] = useState<string | null>(null)
  const name = useId()
  // At once, and not only from the answer on: a tap that shows nothing is made twice.
  const [chosen, setChosen] = useState(told)
  return (
    <div className="cancel-why">
      <p className="label" aria-hidden="true">
        Mind telling us why? One tap, only if you like.
      </p>
      <fieldset className="cancel-reasons">
        <legend className="sr">Mind telling us why? One tap, only if you like.</legend>
        {cancelReasons.map((reason) => (
          <label key={reason}>
            <input
              type="radio"
              name={name}
              checked={chosen === reason}
              onChange={() => {
                setError(null)
                setChosen(reason)
                tell.mutate(
                  { id, reason },
                  {
                    onError: (cause) => {
                      setError(sentenceOf(cause))
                      setChosen(told)
                    },
                  },
                )
              }}
            />
            {cancelReasonLabel[reason]}
          </label>
        ))}
      </fieldset>
      <p className="note" role="status">
        {error ?? (told ? 'Thanks for telling us.' : '')}
      </p>
    </div>
  )
}
