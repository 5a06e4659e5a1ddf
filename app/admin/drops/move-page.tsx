import { type FormEvent, useState } from 'react'
import type { AdminSent } from '../../../domain/admin/calls.ts'
import { addDays } from '../../../domain/calendar-date.ts'
import { addDrops, dropTitle } from '../../../domain/drop.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { ChangePreview } from './change-preview.tsx'
import { DropNotices } from './drop-notices.tsx'
import { useDrop } from './use-drop.ts'

type Change = AdminSent<'changeDrop'>
type Kind = Change['kind']

/** Step 6: hold a drop, let it go, or move it, with a message that is seen before it is sent. */
export default function MovePage() {
  const { drop } = useDrop()
  const staff = useStaff()
  const isHeld = drop.state === 'held'
  const kinds: { kind: Kind; label: string }[] = isHeld
    ? [{ kind: 'release', label: 'Release it, with a new ship-by day' }]
    : [
        { kind: 'ship-by', label: 'Another ship-by day' },
        { kind: 'hold', label: 'Hold it until further notice' },
        { kind: 'month', label: 'Another month: boxes and next charges move' },
      ]
  const [kind, setKind] = useState<Kind>(kinds[0]!.kind)
  const [shipBy, setShipBy] = useState(addDays(drop.shipBy, 7))
  const [months, setMonths] = useState(1)
  const [words, setWords] = useState('')
  const chosen = kinds.some((each) => each.kind === kind) ? kind : kinds[0]!.kind
  const preview = useChange('previewDropChange')
  const change: Change = {
    ...{ drop: drop.drop, kind: chosen, words },
    ...(chosen === 'ship-by' || chosen === 'release' ? { shipBy } : {}),
    ...(chosen === 'month' ? { months } : {}),
  }
  const wrong = preview.error instanceof ApiError ? preview.error.fields : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    preview.mutate(change)
  }
  return (
    <div className="drop-step">
      {staff.may('changeDrop') ? (
        <form
          className="panel adm-form move-form"
          noValidate
          onSubmit={submit}
          onChange={() => preview.reset()}
        >
          <h2>{isHeld ? 'This drop is held' : 'Hold or move this drop'}</h2>
          <fieldset>
            <legend className="sr">What happens</legend>
            {kinds.map((each) => (
              <label key={each.kind} className="adm-check">
                <input
                  type="radio"
                  name="kind"
                  checked={chosen === each.kind}
                  onChange={() => setKind(each.kind)}
                />
                {each.label}
              </label>
            ))}
          </fieldset>
          {(chosen === 'ship-by' || chosen === 'release') && (
            <TextField
              label="Ships by"
              type="date"
              value={shipBy}
              onChange={setShipBy}
              error={wrong?.shipBy ?? null}
            />
          )}
          {chosen === 'month' && (
            <label className="field">
              To the drop of
              <select
                className="input"
                value={months}
                onChange={(event) => setMonths(Number(event.target.value))}
              >
                {[1, 2, 3].map((each) => (
                  <option key={each} value={each}>
                    {dropTitle(addDrops(drop.drop, each))}
                  </option>
                ))}
              </select>
            </label>
          )}
          <TextArea
            label="What everybody affected reads"
            hint="Say why, in your own words. What happens, the new day, and that there is nothing to do is added by itself."
            rows={5}
            maxLength={2000}
            value={words}
            onChange={setWords}
            error={wrong?.words ?? null}
          />
          {preview.error && !wrong?.words && !wrong?.shipBy && (
            <p className="err" role="alert">
              {sentenceOf(preview.error, 'It could not be looked at. Nothing was sent.')}
            </p>
          )}
          <button className="btn btn-2" type="submit" disabled={preview.isPending}>
            See who is told
          </button>
        </form>
      ) : (
        <p className="panel list-wait">Only an owner holds or moves a drop.</p>
      )}
      {preview.data && (
        <ChangePreview preview={preview.data} change={change} onDone={() => preview.reset()} />
      )}
      <DropNotices />
    </div>
  )
}
