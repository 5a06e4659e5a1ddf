import type { AdminReply, AdminSent } from '../../../domain/admin/calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useChange } from '../use-admin.ts'
import { dropAddresses } from './drop-addresses.ts'
import { tellFailure } from './told.ts'

type ChangePreviewProps = {
  preview: AdminReply<'previewDropChange'>
  change: AdminSent<'changeDrop'>
  onDone: () => void
}

const actions = {
  hold: 'Hold it',
  release: 'Release it',
  'ship-by': 'Set the new day',
  month: 'Begin the move',
}

/** Who is told, how many, and the mail itself: nothing has happened yet. */
export function ChangePreview({ preview, change, onDone }: ChangePreviewProps) {
  const { boxes, toMembers, toGivers, unannounced, unreachable, mail } = preview
  const mails = toMembers + toGivers
  const isMonth = change.kind === 'month'
  const apply = useChange('changeDrop', {
    changes: dropAddresses,
    onSuccess: () => {
      showToast({
        title: 'Done',
        description: isMonth ? 'Go on below until everybody is moved.' : `${mails} mails are on their way.`,
      })
      onDone()
    },
    onError: tellFailure,
  })
  return (
    <section className="panel change-preview" aria-labelledby="who-is-told">
      <h2 id="who-is-told">
        {mails === 1 ? '1 mail' : `${mails.toLocaleString('en-US')} mails`}, about{' '}
        {boxes === 1 ? '1 box' : `${boxes.toLocaleString('en-US')} boxes`}
      </h2>
      <ul>
        <li>{toMembers.toLocaleString('en-US')} to those who wear the belts</li>
        <li>{toGivers.toLocaleString('en-US')} to the givers of gifts</li>
        {unannounced > 0 && (
          <li>{unannounced.toLocaleString('en-US')} gifts are still a secret: only their givers are told</li>
        )}
        {unreachable > 0 && (
          <li>{unreachable.toLocaleString('en-US')} boxes have nobody with an e-mail address</li>
        )}
        {isMonth && <li>Each is told once their boxes and next charge have been moved</li>}
      </ul>
      <h3>{mail.subject}</h3>
      <iframe title="The mail" sandbox="" srcDoc={mail.html} referrerPolicy="no-referrer" />
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
