import { Instant } from '../instant.tsx'
import { useStaff } from '../use-staff.ts'
import { MoveProgress } from './move-progress.tsx'
import { useDrop } from './use-drop.ts'

const kinds: Record<string, string> = {
  hold: 'Held',
  release: 'Released',
  'ship-by': 'Another ship-by day',
  month: 'Moved to another month',
}

/** What members of the drop were told before, and a move that is not finished. */
export function DropNotices() {
  const { drop, boxes, notices } = useDrop()
  const staff = useStaff()
  const waiting = boxes.owed + boxes.assigned + boxes.held
  const move = notices.find((each) => each.kind === 'month')
  if (notices.length === 0) return null
  return (
    <section aria-labelledby="told">
      <h2 id="told" className="drop-title">
        Told before
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
