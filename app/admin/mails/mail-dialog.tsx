import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin, useChange } from '../use-admin.ts'
import './mails.css'

/** A mail as it is written now, in a frame that runs nothing. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const mail = useAdmin('readMail', { mailId: id })
  const again = useChange('sendMailAgain', {
    changes: ['/api/admin/mails', '/api/admin/health'],
    onSuccess: () => {
      showToast({ title: 'On its way', description: 'The mail is sent once more.' })
      onClose()
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'The mail was not sent.'),
        destructive: true,
      }),
  })
  return (
    <Dialog open onClose={onClose} labelledBy="mail-title" className="mail-dialog">
      <div className="dialog-top">
        <h2 id="mail-title">{mail.data?.content?.subject ?? 'Mail'}</h2>
        <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <ListState query={mail} empty={() => null}>
        {({ content, problem, mail: { state } }) => (
          <div className="mail-body">
            {content && <p className="quiet">To {content.to}</p>}
            {problem && <p className="err">{problem}</p>}
            {content && (
              <iframe title="The mail" sandbox="" srcDoc={content.html} referrerPolicy="no-referrer" />
            )}
            {state !== 'due' && state !== 'later' && (
              <button
                className="btn btn-2"
                type="button"
                disabled={again.isPending}
                onClick={() => again.mutate({ mailId: id })}
              >
                {state === 'failed' || state === 'given-up' ? 'Try again now' : 'Send it once more'}
              </button>
            )}
          </div>
        )}
      </ListState>
    </Dialog>
  )
}
