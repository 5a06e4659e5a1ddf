import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { Instant } from '../instant.tsx'
import { useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { orderAddresses } from './use-order-change.ts'

/** What was written to the buyer about this order; each can be sent once more. */
export function OrderMails({ mails }: { mails: OrderDetail['mails'] }) {
  const staff = useStaff()
  const again = useChange('sendMailAgain', {
    changes: orderAddresses,
    onSuccess: () => showToast({ title: 'Mail on its way', description: 'It is sent again now.' }),
    onError: (error) =>
      showToast({ title: 'Error', description: sentenceOf(error, 'It was not sent.'), destructive: true }),
  })
  return (
    <section className="panel d5">
      <h2>Mails</h2>
      <ul className="order-lines">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Instant at={mail.sentAt ?? mail.runAt} />
            <span>
              {mail.kind.replaceAll('-', ' ')}
              <small className="quiet"> {mail.problem ?? (mail.sentAt ? 'sent' : 'not sent yet')}</small>{' '}
              {staff.may('sendMailAgain') && (mail.sentAt || mail.problem) && (
                <button
                  className="text-btn"
                  type="button"
                  disabled={again.isPending}
                  onClick={() => again.mutate({ mailId: mail.id })}
                >
                  Send again<span className="sr">: {mail.kind.replaceAll('-', ' ')}</span>
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
