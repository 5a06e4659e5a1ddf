import { type FormEvent, useState } from 'react'
import { usualRhythm } from '../../../domain/backup-plan.ts'
import { zoneName } from '../../../domain/calendar-date.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useShop } from '../../shop/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useChange } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { type Backups, backupChanges } from './backups.ts'
import { PlaceFields, type PlaceTexts, placeOf } from './place-fields.tsx'

const hours = Array.from({ length: 24 }, (_, hour): [string, string] => [
  String(hour),
  `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
])
const numberOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : -1)

/** When and where backups are made, and how many stay. */
export function PlanForm({ backups: { plan, place, fixedPlace } }: { backups: Backups }) {
  const { timeZone } = useShop()
  const rhythm = plan ?? usualRhythm
  const [hour, setHour] = useState(String(rhythm.hour))
  const [days, setDays] = useState(String(rhythm.keptDays))
  const [months, setMonths] = useState(String(rhythm.keptMonths))
  const [where, setWhere] = useState<PlaceTexts>({ ...place, secret: '' })
  const [isAsking, setAsking] = useState(false)
  const done = { changes: backupChanges, onError: toastFailedChange }
  const save = useChange('writeBackupPlan', {
    ...done,
    onSuccess: () =>
      showToast({ title: 'Backups are on', description: 'A small file was stored there and read back.' }),
  })
  const stop = useChange('stopBackups', { ...done, onSuccess: () => setAsking(false) })
  const fields = save.error instanceof ApiError ? save.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({
      ...{ hour: Number(hour), keptDays: numberOf(days), keptMonths: numberOf(months) },
      ...(fixedPlace === null && { place: placeOf(where) }),
    })
  }

  return (
    <form className="panel adm-form" noValidate onSubmit={submit} aria-labelledby="plan-title">
      <h2 id="plan-title">When and where</h2>
      {plan?.isPaused && (
        <p role="alert">
          This shop was restored from a backup. If it’s the real one, start its backups again. If it’s a
          rehearsal, leave them off, or it would delete the real shop’s backups.
        </p>
      )}
      <fieldset className="adm-row">
        <legend className="sr">When</legend>
        <SelectField
          label={`Every night at (${zoneName(timeZone)})`}
          value={hour}
          options={hours}
          onChange={setHour}
        />
        <TextField
          label="Daily backups to keep"
          inputMode="numeric"
          maxLength={3}
          value={days}
          onChange={setDays}
          error={fields.keptDays}
        />
        <TextField
          label="Monthly backups to keep"
          inputMode="numeric"
          maxLength={3}
          value={months}
          onChange={setMonths}
          error={fields.keptMonths}
        />
      </fieldset>
      {fixedPlace === null ? (
        <PlaceFields place={where} errors={fields} onChange={setWhere} />
      ) : (
        <p>Backups go to {fixedPlace}, as BACKUP_PLACE says.</p>
      )}
      {fields.place && (
        <p className="err" role="alert">
          {fields.place}
        </p>
      )}
      <div className="adm-tools">
        <button className="btn btn-1" type="submit" disabled={save.isPending}>
          {save.isPending
            ? 'Trying it ...'
            : plan?.isPaused
              ? 'Start backups again'
              : plan
                ? 'Save'
                : 'Start backups'}
        </button>
        {plan && (
          <button className="btn btn-2" type="button" onClick={() => setAsking(true)}>
            Stop backups
          </button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Stop the nightly backups?"
          action="Stop backups"
          wayOut="Keep them"
          isBusy={stop.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => stop.mutate({})}
        >
          <p>The backups you have stay where they are.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
