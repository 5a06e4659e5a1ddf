import { addDays, instantAt } from '../../../domain/calendar-date.ts'
import { useShop } from '../../shop/use-shop.ts'
import { toastFailedChange, useChange, useStaff } from '../client/use-admin.ts'
import type { Thread } from './inbox-labels.ts'

/** The hour at which a snoozed conversation returns. */
const morning = 9
const rests = [
  { days: 1, label: 'Tomorrow' },
  { days: 3, label: 'In three days' },
  { days: 7, label: 'In a week' },
]

/** Changes a conversation, from buttons or shortcuts. */
export function useThreadChange() {
  const { timeZone, today } = useShop()
  const change = useChange('changeMessage', {
    changes: ['/api/admin/messages', '/api/admin/health', '/api/admin/promises'],
    onError: toastFailedChange,
  })
  return {
    isPending: change.isPending,
    setDone: (thread: Thread) => change.mutate({ messageId: thread.id, done: thread.doneAt === null }),
    setSpam: (thread: Thread) => change.mutate({ messageId: thread.id, isSpam: thread.aside !== 'spam' }),
    assign: (thread: Thread, assignee: string | null) => change.mutate({ messageId: thread.id, assignee }),
    snooze: (thread: Thread, days: number) => {
      const until = days === 0 ? null : instantAt(addDays(today, days), morning, timeZone).toISOString()
      change.mutate({ messageId: thread.id, snoozedUntil: until })
    },
  }
}

/** Which form is open below a conversation. */
export type Writing = 'answer' | 'note' | null
type ActionsProps = { thread: Thread; setWriting: (writing: Writing) => void }

/** The actions of a conversation. */
export function ThreadActions({ thread, setWriting }: ActionsProps) {
  const staff = useStaff()
  const change = useThreadChange()
  const others = thread.colleagues.filter((name) => name !== staff.username)
  return (
    <div className="message-do">
      {thread.email && (
        <button className="btn btn-1" type="button" onClick={() => setWriting('answer')}>
          Answer
        </button>
      )}
      <button className="btn btn-2" type="button" onClick={() => setWriting('note')}>
        Note
      </button>
      {thread.aside === null && (
        <>
          <button
            className="text-btn"
            type="button"
            disabled={change.isPending}
            onClick={() => change.setDone(thread)}
          >
            {thread.doneAt === null ? 'Done, no answer needed' : 'Open again'}
          </button>
          <label>
            <span className="sr">Assigned to</span>
            <select
              className="input"
              value={thread.assignee ?? ''}
              disabled={change.isPending}
              onChange={(event) => change.assign(thread, event.target.value || null)}
            >
              <option value="">No one yet</option>
              <option value={staff.username}>Mine</option>
              {others.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
              {thread.assignee && ![staff.username, ...others].includes(thread.assignee) && (
                <option value={thread.assignee}>{thread.assignee}</option>
              )}
            </select>
          </label>
          <label>
            <span className="sr">Snooze</span>
            <select
              className="input"
              value=""
              disabled={change.isPending}
              onChange={(event) => change.snooze(thread, Number(event.target.value))}
            >
              <option value="">Snooze…</option>
              {rests.map(({ days, label }) => (
                <option key={days} value={days}>
                  {label}
                </option>
              ))}
              {thread.snoozedUntil && <option value="0">Wake it up</option>}
            </select>
          </label>
        </>
      )}
      <button
        className="text-btn"
        type="button"
        disabled={change.isPending}
        onClick={() => change.setSpam(thread)}
      >
        {thread.aside === null ? 'Spam' : thread.aside === 'spam' ? 'Not spam' : 'Move to the inbox'}
      </button>
    </div>
  )
}
