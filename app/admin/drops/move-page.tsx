import { type FormEvent, useState } from 'react'
import type { AdminReply, AdminSent } from '../../../domain/admin/contracts.ts'
import { addDays } from '../../../domain/calendar-date.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { addDrops, dropTitle } from '../../../domain/drop.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastFailedChange, useChange, useStaff } from '../client/use-admin.ts'
import { SelectField } from '../ui/fields.tsx'
import { Instant } from '../ui/screen.tsx'
import { MoveProgress } from './move-progress.tsx'
import { dropAddresses, useDrop } from './use-drop.ts'

type ChangePreviewProps = {
  preview: AdminReply<'previewDropChange'>
  change: AdminSent<'changeDrop'>
  onDone: () => void
}

const actions = {
  hold: 'Hold it',
  release: 'Release it',
  'ship-by': 'Set the new day',
  month: 'Start the move',
}

/** Who will be notified, and the email itself; nothing has happened yet. */
function ChangePreview({ preview, change, onDone }: ChangePreviewProps) {
  const { boxes, toMembers, toGivers, unannounced, unreachable, mail } = preview
  const mails = toMembers + toGivers
  const isMonth = change.kind === 'month'
  const apply = useChange('changeDrop', {
    changes: dropAddresses,
    onSuccess: () => {
      showToast({
        title: 'Done',
        description: isMonth
          ? 'Keep going below until everyone is moved.'
          : `${mails} emails are on their way.`,
      })
      onDone()
    },
    onError: toastFailedChange,
  })
  return (
    <section className="panel change-preview" aria-labelledby="who-is-told">
      <h2 id="who-is-told">
        {counted(mails, 'email')} about {counted(boxes, 'box', 'boxes')}
      </h2>
      <ul>
        <li>{formatCount(toMembers)} to the people who wear the belts</li>
        <li>{formatCount(toGivers)} to people who gave a gift</li>
        {unannounced > 0 && (
          <li>
            {counted(unannounced, 'gift is', 'gifts are')} still a secret, so only the giver hears about it
          </li>
        )}
        {unreachable > 0 && (
          <li>{counted(unreachable, 'box has', 'boxes have')} no email address to write to</li>
        )}
        {isMonth && <li>Each email goes out once that person’s boxes and next charge have moved</li>}
      </ul>
      <h3>{mail.subject}</h3>
      <iframe title="The email" sandbox="" srcDoc={mail.html} referrerPolicy="no-referrer" />
      <div className="adm-tools">
        <button
          className="btn btn-ink"
          type="button"
          disabled={apply.isPending}
          onClick={() => apply.mutate(change)}
        >
          {actions[change.kind]} {isMonth ? '' : 'and send'}
        </button>
        <button className="btn btn-2" type="button" onClick={onDone}>
          Not yet
        </button>
      </div>
    </section>
  )
}

const kinds: Record<string, string> = {
  hold: 'Held',
  release: 'Released',
  'ship-by': 'Another ship-by day',
  month: 'Moved to another month',
}

/** Earlier notices to the drop's members, and an unfinished move. */
function DropNotices() {
  const { drop, boxes, notices } = useDrop()
  const staff = useStaff()
  const waiting = boxes.owed + boxes.assigned + boxes.held
  const move = notices.find((each) => each.kind === 'month')
  if (notices.length === 0) return null
  return (
    <section aria-labelledby="told">
      <h2 id="told" className="drop-title">
        What we’ve told members
      </h2>
      {move && waiting > 0 && staff.may('moveSome') && (
        <MoveProgress drop={drop.drop} noticeId={move.id} waiting={waiting} />
      )}
      <ul className="panel told">
        {notices.map(({ id, kind, words, username, createdAt }) => (
          <li key={id}>
            <b>{kinds[kind] ?? kind}</b>{' '}
            <span className="quiet">
              <Instant at={createdAt} /> by {username}
            </span>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Change = AdminSent<'changeDrop'>
type Kind = Change['kind']

/** Step 6: hold, release or move a drop, with a message previewed before it is sent. */
export default function MovePage() {
  const { drop } = useDrop()
  const staff = useStaff()
  const isHeld = drop.state === 'held'
  const kinds: { kind: Kind; label: string }[] = isHeld
    ? [{ kind: 'release', label: 'Release it, with a new ship-by day' }]
    : [
        { kind: 'ship-by', label: 'Another ship-by day' },
        { kind: 'hold', label: 'Hold it until further notice' },
        { kind: 'month', label: 'Another month (boxes and next charges move too)' },
      ]
  const [kind, setKind] = useState<Kind>(kinds[0]!.kind)
  const [shipBy, setShipBy] = useState(addDays(drop.shipBy, 7))
  const [months, setMonths] = useState(1)
  const [words, setLabel] = useState('')
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
            <SelectField
              label="Move it to"
              value={String(months)}
              options={[1, 2, 3].map((each) => [String(each), dropTitle(addDrops(drop.drop, each))])}
              onChange={(chosen) => setMonths(Number(chosen))}
            />
          )}
          <TextArea
            label="What everyone affected reads"
            hint="Say why, in your own words. We’ll add what happens, the new day, and that there’s nothing to do."
            rows={5}
            maxLength={2000}
            value={words}
            onChange={setLabel}
            error={wrong?.words ?? null}
          />
          {preview.error && !wrong?.words && !wrong?.shipBy && (
            <p className="err" role="alert">
              {sentenceOf(preview.error, 'We couldn’t load the preview. Nothing was sent.')}
            </p>
          )}
          <button className="btn btn-2" type="submit" disabled={preview.isPending}>
            Preview the email
          </button>
        </form>
      ) : (
        <p className="panel list-wait">Only an owner can hold or move a drop.</p>
      )}
      {preview.data && (
        <ChangePreview preview={preview.data} change={change} onDone={() => preview.reset()} />
      )}
      <DropNotices />
    </div>
  )
}
