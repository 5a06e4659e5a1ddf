import { type FormEvent, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { OutsideKind } from '../../../domain/admin/outside-contracts.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange } from '../client/use-admin.ts'
import { SelectField } from '../ui/fields.tsx'
import { ListState } from '../ui/screen.tsx'

const kinds: Record<OutsideKind, string> = { json: 'JSON (any webhook)', slack: 'Slack', ntfy: 'ntfy' }

/** Where the owner hears that something is wrong when email, or the whole shop, fails. */
export function OutsidePanel() {
  const outside = useAdmin('readOutside', {})
  return (
    <section className="panel adm-form" aria-labelledby="outside-title">
      <h2 id="outside-title">Alarms</h2>
      <p className="quiet">
        When something breaks, we email you. Add an address outside the shop, and you’ll hear of a dead mail
        server too.
      </p>
      <ListState query={outside}>
        {(data) => <OutsideForm key={JSON.stringify(data)} known={data} />}
      </ListState>
    </section>
  )
}

function OutsideForm({ known }: { known: AdminReply<'readOutside'> }) {
  const [alarmUrl, setAlarmUrl] = useState('')
  const [heartbeatUrl, setHeartbeatUrl] = useState('')
  const [kind, setKind] = useState<OutsideKind>(known.kind)
  const changes = ['/api/admin/settings/outside', '/api/admin/audit']
  const save = useChange('writeOutside', {
    changes,
    onSuccess: () => showToast({ title: 'Addresses saved', description: 'Try them now.' }),
    onError: toastFailedChange,
  })
  const attempt = useChange('tryOutside', { changes: [], onError: toastFailedChange })
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const isSet = known.alarmHost !== '' || known.heartbeatHost !== ''
  const { alarm: isAlarmFixed, heartbeat: isHeartbeatFixed } = known.isFixed

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({
      kind,
      ...(alarmUrl.trim() && { alarmUrl }),
      ...(heartbeatUrl.trim() && { heartbeatUrl }),
    })
  }

  return (
    <form className="adm-form" noValidate onSubmit={submit}>
      {isAlarmFixed ? (
        <p>Alarms go to {known.alarmHost}, as ALARM_URL says.</p>
      ) : (
        <>
          <TextField
            label="Address for alarms"
            value={alarmUrl}
            onChange={setAlarmUrl}
            placeholder={known.alarmHost ? `${known.alarmHost}/…` : 'https://ntfy.sh/your-topic'}
            error={fields.alarmUrl}
            inputMode="url"
            autoComplete="off"
          />
          <SelectField
            label="What it understands"
            value={kind}
            onChange={setKind}
            options={Object.entries(kinds) as [OutsideKind, string][]}
          />
        </>
      )}
      {isHeartbeatFixed ? (
        <p>The heartbeat goes to {known.heartbeatHost}, as HEARTBEAT_URL says.</p>
      ) : (
        <TextField
          label="Heartbeat address"
          value={heartbeatUrl}
          onChange={setHeartbeatUrl}
          placeholder={known.heartbeatHost ? `${known.heartbeatHost}/…` : 'https://hc-ping.com/your-check'}
          hint="We call it every minute while all work goes on. Its service tells you when the calls stop."
          error={fields.heartbeatUrl}
          inputMode="url"
          autoComplete="off"
        />
      )}
      <p>
        {!(isAlarmFixed && isHeartbeatFixed) && (
          <button className="btn btn-1" type="submit" disabled={save.isPending}>
            Save addresses
          </button>
        )}{' '}
        {isSet && (
          <button
            className="btn btn-2"
            type="button"
            disabled={attempt.isPending}
            onClick={() => attempt.mutate({})}
          >
            {attempt.isPending ? 'One moment...' : 'Send a test'}
          </button>
        )}{' '}
        {isSet && !isAlarmFixed && !isHeartbeatFixed && (
          <button
            className="btn btn-2"
            type="button"
            disabled={save.isPending}
            onClick={() => save.mutate({ kind, alarmUrl: '', heartbeatUrl: '' })}
          >
            Remove addresses
          </button>
        )}
      </p>
      <div role="status">
        <ul>
          {attempt.data?.lines.map(({ what, isFine, sentence }) => (
            <li key={what}>
              <span className={`st ${isFine ? 'ok' : 'no'}`}>
                {what === 'alarm' ? 'Alarm' : 'Heartbeat'}:
              </span>{' '}
              {sentence}
            </li>
          ))}
        </ul>
      </div>
    </form>
  )
}
