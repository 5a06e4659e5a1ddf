import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { mailStates } from '../../../domain/admin/mail-contracts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { Instant, ListState } from '../ui/screen.tsx'
import './mails.css'

export const stateLabel: Record<(typeof mailStates)[number], string> = {
  due: 'Due now',
  failed: 'Failed, tried again',
  'given-up': 'Given up',
  later: 'Scheduled',
  sent: 'Sent',
  dropped: 'Not sent, out of date',
}

type MailDialogProps = {
  id: string
  /** URL prefixes of lists that show emails */
  changes: string[]
  onClose: () => void
}

/** An email as sent, in a frame without scripts, with a way to resend it. */
export function MailDialog({ id, changes, onClose }: MailDialogProps) {
  const staff = useStaff()
  const mail = useAdmin('readMail', { mailId: id })
  const again = useChange('sendMailAgain', {
    changes: ['/api/admin/mails', '/api/admin/health', ...changes],
    onSuccess: () => {
      showToast({ title: 'On its way', description: 'We’re sending it again now.' })
      onClose()
    },
    onError: (error) => toastUnmade(error, 'The email wasn’t sent.'),
  })
  return (
    <Dialog open onClose={onClose} labelledBy="mail-title" className="adm mail-dialog">
      <div className="dialog-top">
        <h2 id="mail-title">{mail.data?.content?.subject ?? 'Email'}</h2>
        <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <ListState query={mail}>
        {(data) => (
          <div className="mail-body">
            <MailFacts data={data} />
            {data.problem && <p className="err">{data.problem}</p>}
            {data.content && (
              <>
                <iframe
                  title="The email"
                  sandbox=""
                  srcDoc={data.content.html}
                  referrerPolicy="no-referrer"
                />
                <details>
                  <summary>Plain text</summary>
                  <pre className="mail-text">{data.content.text}</pre>
                </details>
              </>
            )}
            {staff.may('sendMailAgain') && data.mail.state !== 'due' && data.mail.state !== 'later' && (
              <button
                className="btn btn-2"
                type="button"
                disabled={again.isPending}
                onClick={() => again.mutate({ mailId: id })}
              >
                {data.mail.state === 'failed' || data.mail.state === 'given-up'
                  ? 'Try again now'
                  : 'Send it again'}
              </button>
            )}
          </div>
        )}
      </ListState>
    </Dialog>
  )
}

function MailFacts({ data: { mail, content, isAsSent, answer } }: { data: AdminReply<'readMail'> }) {
  return (
    <>
      <dl className="kv mail-facts">
        <dt>To</dt>
        <dd>{mail.recipient ?? content?.to ?? 'Deleted'}</dd>
        {mail.sentAt && (
          <>
            <dt>Sent</dt>
            <dd>
              <Instant at={mail.sentAt} />
              {mail.isCopy && ', once more'}
            </dd>
          </>
        )}
        {answer && (
          <>
            <dt>Mail server</dt>
            <dd className="mail-answer">{answer}</dd>
          </>
        )}
      </dl>
      {content && (
        <p className="quiet">
          {isAsSent
            ? 'Just as we sent it, except that personal links are cut out.'
            : mail.sentAt
              ? 'We sent this before the shop kept copies, so this is how it would read today.'
              : 'Not sent yet. This is how it would read today.'}
        </p>
      )}
    </>
  )
}
