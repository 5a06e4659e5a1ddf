import { data, Link } from 'react-router'
import type { LetterBlock } from '../../domain/admin/letter-blocks.ts'
import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { type Drop, dropName, dropTitle, publicName } from '../../domain/drop.ts'
import { daysOf, isBeforeCutOff } from '../../domain/drop-calendar.ts'
import { noRepeat } from '../../domain/term-words.ts'
import { BeltLinks } from '../belts/belt-links.tsx'
import { NotFound } from '../layout/not-found-page.tsx'
import { SectionLink } from '../layout/section-link.tsx'
import { pageOf } from '../shop/context.ts'
import { quizSectionId } from '../shop/quiz-request.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import type { Route } from './+types/drop-page'
import { Countdown } from './countdown.tsx'
import './drops-page.css'
import { Story } from './story.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await pageOf(context).drop(params.drop)
  return data(found && { ...found, drop: params.drop }, { status: found ? 200 : 404 })
}

/** One month's belts: current, past, or not revealed yet. */
export default function DropPage({ loaderData: found }: Route.ComponentProps) {
  const today = useToday()
  if (!found) return <NotFound />
  if (found.standing === 'veiled') return <Veiled drop={found.drop} today={today} />
  const isCurrent = found.standing === 'current'
  const told = found.story.flatMap((block) => (block.type === 'belt' ? [block.beltId] : []))
  const others = found.belts.filter(({ id }) => !told.includes(id))
  return (
    <div className="wrap page belts-page">
      <div className="belts-head">
        <h1>{publicName({ drop: found.drop, isCurrent }, today).title}</h1>
        <p className="lead">
          {isCurrent
            ? found.drop === today.slice(0, 7)
              ? 'This month’s drop. Tell us your style and we’ll choose your first belt.'
              : 'Out now. Tell us your style and we’ll choose your first one.'
            : `These belts have gone out. Members never get the same one twice in ${noRepeat}.`}
        </p>
      </div>
      <Story blocks={storyOf(found)} belts={found.belts} />
      {others.length > 0 && (
        <section aria-labelledby="drop-others">
          <h2 id="drop-others">Also in this drop</h2>
          <BeltLinks belts={others} />
        </section>
      )}
      <DropEnd />
    </div>
  )
}

type Told = { drop: Drop; story: readonly LetterBlock[] }

/** The letter without what the page says itself: its title, and the button that leads here. */
function storyOf({ drop, story }: Told): LetterBlock[] {
  return story.filter(
    (block, index) =>
      !(index === 0 && block.type === 'heading') &&
      !(block.type === 'button' && block.href === `/drops/${drop}`),
  )
}

function DropEnd() {
  return (
    <p className="drop-end">
      <SectionLink section={quizSectionId} className="btn btn-1">
        Start My Style Quiz
      </SectionLink>
      <Link className="btn btn-3" to="/drops">
        See every drop
      </Link>
    </p>
  )
}

const veiled = ['one', 'two', 'three', 'four', 'five', 'six']

/** A drop that isn't revealed yet: until when to join for it, and what is known so far. */
function Veiled({ drop, today }: { drop: Drop; today: CalendarDate }) {
  const { calendar, timeZone } = useShop()
  const { cutOffDay, shipBy } = daysOf(calendar, drop)
  const isOpen = isBeforeCutOff(calendar, drop, today)
  return (
    <div className="wrap page belts-page">
      <div className="belts-head">
        <h1>{dropTitle(drop)}</h1>
        <p className="lead">
          {isOpen
            ? `Still under wraps. Join by ${formatDay(cutOffDay, today)} and your first belt comes from this drop.`
            : `Closed, and being packed. We’ll show its belts here once they’re on their way.`}
        </p>
      </div>
      {isOpen && <Countdown day={cutOffDay} today={today} timeZone={timeZone} />}
      <ul className="veiled" aria-hidden="true">
        {veiled.map((each) => (
          <li key={each}>
            <svg viewBox="0 0 120 90" aria-hidden="true" focusable="false">
              <path d="M28 52c0-19 20-30 44-30s36 11 36 25-16 26-40 26c-14 0-24-4-30-9" />
              <path d="M40 47c2-10 15-16 31-16s25 6 25 15-12 16-28 16c-8 0-14-2-18-5" />
              <path d="M52 45c3-4 10-7 19-7 9 0 14 3 14 8s-7 8-16 8" />
              <path d="M10 44h18v24H10z" />
            </svg>
          </li>
        ))}
      </ul>
      <p>
        {dropName(drop)}’s boxes ship by {formatDay(shipBy, today)}.
      </p>
      <DropEnd />
    </div>
  )
}
