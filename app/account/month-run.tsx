import { leftStates, voidStates } from '../../domain/box.ts'
import { addDrops, type Drop, dropName, dropsBetween } from '../../domain/drop.ts'
import type { MembershipView } from '../../domain/membership-view.ts'
import '../ui/run.css'

const maxMonths = 12

/** The months of a membership as holes of a strap: full sent, ringed next, hollow to come, dashed left out. */
export function MonthRun({ membership }: { membership: MembershipView }) {
  const months = monthsOf(membership)
  if (months.length < 2) return null
  return (
    <ol className="run run-long" aria-label="Months">
      {months.map(({ drop, look, word }) => {
        const name = dropName(drop)
        return (
          <li key={drop} className={look}>
            <span aria-hidden="true">
              {name.slice(0, 1)}
              <span className="rest">{name.slice(1, 3)}</span>
            </span>
            <span className="sr">
              {name}, {word}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

type Month = { drop: Drop; look: string | undefined; word: string }

function monthsOf({ boxes, next }: MembershipView): Month[] {
  const counted = boxes.filter(({ isReplacement }) => !isReplacement)
  const drops = [...counted.map(({ drop }) => drop), ...(next ? [next.drop] : [])].sort()
  const [first, last] = [drops[0], drops.at(-1)]
  if (!first || !last) return []
  const count = Math.min(maxMonths, dropsBetween(first, last) + 1)
  return Array.from({ length: count }, (_, index) => {
    const drop = addDrops(last, index - count + 1)
    const box =
      counted.find((each) => each.drop === drop && !voidStates.includes(each.state)) ??
      counted.find((each) => each.drop === drop)
    if (box && leftStates.includes(box.state)) return { drop, look: 'sent', word: 'sent' }
    if (drop === next?.drop) return { drop, look: 'next', word: box ? 'next' : 'next, not paid yet' }
    if (!box) return { drop, look: 'skip-m', word: 'no belt' }
    if (voidStates.includes(box.state)) return { drop, look: 'skip-m', word: box.state }
    return { drop, look: undefined, word: 'to come' }
  })
}
