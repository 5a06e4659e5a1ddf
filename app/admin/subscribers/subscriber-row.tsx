import type { AdminReply } from '../../../domain/admin/calls.ts'
import { subscriberStatuses } from '../../../domain/admin/subscriber-calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { Instant } from '../instant.tsx'
import { useChange } from '../use-admin.ts'

type Subscriber = AdminReply<'listSubscribers'>['subscribers'][number]

const signs = { active: 'ok', unsubscribed: '', bounced: 'no' }

/** One address of the list; nobody makes a subscriber of one who left. */
export function SubscriberRow({ subscriber }: { subscriber: Subscriber }) {
  const { id, email, name, source, status, subscribedAt, confirmedAt } = subscriber
  const change = useChange('setSubscriberStatus', {
    changes: ['/api/admin/subscribers'],
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Nothing was changed.'),
        destructive: true,
      }),
  })
  const possible = subscriberStatuses.filter((each) => !(status === 'unsubscribed' && each === 'active'))
  return (
    <tr>
      <td data-l="Email">
        <span>
          {email}
          {confirmedAt === null && status === 'active' && <small>Has not confirmed yet</small>}
        </span>
      </td>
      <td data-l="Name">{name}</td>
      <td data-l="Since">
        <Instant at={subscribedAt} />
      </td>
      <td data-l="Came by">{source}</td>
      <td data-l="Status">
        <span className={`st ${signs[status]}`}>
          <select
            className="input"
            aria-label={`Status of ${email}`}
            value={status}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate({ subscriberId: id, status: event.target.value as Subscriber['status'] })
            }
          >
            {possible.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </span>
      </td>
    </tr>
  )
}
