import { useState } from 'react'
import type { BeltChoice } from '../../../domain/admin/curation-contracts.ts'
import { type Style, styleNames } from '../../../domain/belt.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useAdmin, useChange } from '../client/use-admin.ts'
import { dropAddresses } from './use-drop.ts'

/** Every belt that might go into a box; those that can't say why. */
export function ChooseBelt({ boxId, onClose }: { boxId: string; onClose: () => void }) {
  const query = useAdmin('listChoices', { boxId })
  const [picked, setPicked] = useState<string | null>(null)
  const choose = useChange('chooseBelt', {
    changes: dropAddresses,
    onSuccess: (_, { beltId }) => {
      const belt = query.data?.choices.find((each) => each.id === beltId)
      showToast({
        title: 'Belt Chosen',
        description: `${belt?.name ?? 'The belt'} stays until you change it.`,
      })
      onClose()
    },
  })
  const { data } = query
  const allowed = data?.choices.filter((each) => each.obstacle === null) ?? []
  const excluded = data?.choices.filter((each) => each.obstacle !== null) ?? []
  const current = picked ?? data?.beltId ?? null
  return (
    <Dialog open onClose={onClose} labelledBy="choose-title" className="adm adm-dialog adm-confirm">
      <div className="adm-dialog-form adm-stack">
        <h2 id="choose-title">{data ? `A belt for ${data.name || 'this box'}` : 'A belt'}</h2>
        {!data && (
          <p role={query.error ? 'alert' : 'status'}>
            {query.error ? sentenceOf(query.error, 'We couldn’t load the belts. Try again.') : 'Reading …'}
          </p>
        )}
        {data && (
          <>
            <fieldset className="belt-choices">
              <legend>May be sent{data.size ? ` in size ${data.size}` : ''}</legend>
              {allowed.length === 0 && <p className="quiet">You can’t send any of the belts below.</p>}
              {allowed.map((each) => (
                <label key={each.id} className="belt-choice">
                  <input
                    type="radio"
                    name="belt"
                    checked={current === each.id}
                    onChange={() => setPicked(each.id)}
                  />
                  <ChoiceCopy belt={each} note={`${each.free} free`} />
                </label>
              ))}
            </fieldset>
            {excluded.length > 0 && (
              <details className="belt-barred">
                <summary>{excluded.length} may not, and why</summary>
                <ul>
                  {excluded.map((each) => (
                    <li key={each.id} className="belt-choice">
                      <ChoiceCopy belt={each} note={each.obstacle ?? ''} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {choose.error && (
              <p className="err" role="alert">
                {sentenceOf(choose.error, 'We couldn’t change the belt. Try again.')}
              </p>
            )}
            <div className="adm-tools">
              <button
                className="btn btn-1"
                type="button"
                disabled={!picked || choose.isPending}
                onClick={() => picked && choose.mutate({ boxId, beltId: picked })}
              >
                Send this belt
              </button>
              <button className="btn btn-2" type="button" onClick={onClose}>
                Cancel
              </button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

function ChoiceCopy({ belt, note }: { belt: BeltChoice; note: string }) {
  return (
    <span>
      {belt.name}
      <small>
        {styleNames[belt.style as Style]} · {dropTitle(belt.drop)} · {note}
      </small>
    </span>
  )
}
