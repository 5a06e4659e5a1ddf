import { Link } from 'react-router'
import type { OpenPromise, PromiseGroup } from '../../../domain/admin/promise-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'
import { Approvals } from './approvals.tsx'
import './today.css'

/** The most tasks of a group that are listed one by one: a drop's boxes are packed together. */
const named = 6

/** What the shop has promised and not done yet, soonest first, each with a link or button to do it. */
export default function TodayPage() {
  const promises = useAdmin('listPromises', {})
  return (
    <>
      <ScreenHead title="Today" status={promises.data ? summary(promises.data) : 'Checking …'}>
        <button
          className="btn btn-2"
          type="button"
          disabled={promises.isFetching}
          onClick={() => void promises.refetch()}
        >
          Look again
        </button>
      </ScreenHead>
      <Approvals />
      <ListState
        query={promises}
        empty={({ groups }) =>
          groups.length === 0 ? (
            <>
              <p>It’s a good day: everything we’ve promised is done.</p>
              <Link className="text-btn" to="/admin">
                See the orders
              </Link>
            </>
          ) : null
        }
      >
        {({ groups, promises: found, today }) => (
          <div className="today">
            {sections(groups, today).map(({ title, groups: inIt }) => (
              <section key={title} className="panel" aria-label={title}>
                <h2>{title}</h2>
                <ul>
                  {inIt.map((group) => (
                    <Group key={`${group.kind} ${group.act.to}`} group={group} found={found} today={today} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </ListState>
    </>
  )
}

function summary({ open, due, late }: { open: number; due: number; late: number }): string {
  if (late + due > 0) return `${late} late, ${due} due today, ${open} open`
  return open === 0 ? 'Nothing is open' : `Nothing is due today, ${open} open`
}

function sections(groups: PromiseGroup[], today: string) {
  const isToday = ({ late, due }: PromiseGroup) => late === 0 && due > 0
  return [
    { title: 'Late', groups: groups.filter(({ late }) => late > 0) },
    { title: 'Due today', groups: groups.filter(isToday) },
    { title: 'Coming up', groups: groups.filter((group) => group.late === 0 && group.due === 0) },
  ].filter((section) => section.groups.length > 0 && today !== '')
}

type GroupProps = { group: PromiseGroup; found: OpenPromise[]; today: string }

function Group({ group, found, today }: GroupProps) {
  const own = found.filter(
    ({ kind, act }) =>
      kind === group.kind && (kind !== 'box' && kind !== 'hold' ? true : act.to === group.act.to),
  )
  const shown = own.length <= named && own.length === group.open ? own : []
  return (
    <li>
      <div className="today-group">
        <div>
          <h3>{group.what}</h3>
          <p className="quiet">
            <DueOn day={group.dueOn} today={today} />, {group.owner}
          </p>
        </div>
        <b className="num">
          {group.open}
          <span className="sr"> open</span>
          {group.late > 0 && <small className="st no">{group.late} late</small>}
        </b>
        <Link className="btn btn-2" to={group.act.to} aria-label={`${group.act.label}: ${group.what}`}>
          {group.act.label}
        </Link>
      </div>
      {shown.length > 0 && (
        <ul className="today-rows">
          {shown.map((promise) => (
            <Row key={promise.id} promise={promise} isTold={promise.act.to === group.act.to} />
          ))}
        </ul>
      )}
    </li>
  )
}

function DueOn({ day, today }: { day: string; today: string }) {
  if (day === today) return <>Today</>
  return day < today ? <>Was due {formatDay(day, today)}</> : <>By {formatDay(day, today)}</>
}

/** `isTold`: the group's own button links there. */
function Row({ promise, isTold }: { promise: OpenPromise; isTold: boolean }) {
  const { what, person, dueAt, isLate, act } = promise
  return (
    <li>
      <span>
        {what}
        {person && (
          <small className="quiet">
            {' '}
            {person.personId ? (
              <Link to={`/admin/people/${person.personId}`}>{person.name || person.email}</Link>
            ) : (
              person.name
            )}
          </small>
        )}
        {dueAt && (
          <small className={isLate ? 'st no' : 'quiet'}>
            {' '}
            by <Instant at={dueAt} />
          </small>
        )}
      </span>
      {promise.kind === 'label' ? (
        <LabelSent promise={promise} />
      ) : isTold ? null : (
        <Link className="text-btn" to={act.to}>
          {act.label}
          <span className="sr">: {what}</span>
        </Link>
      )}
    </li>
  )
}

/** Records that a label was emailed by hand. */
function LabelSent({ promise }: { promise: OpenPromise }) {
  const staff = useStaff()
  const sent = useChange('markLabelSent', {
    changes: ['/api/admin/promises', '/api/admin/exchanges'],
    onSuccess: () => showToast({ title: 'Label sent', description: 'Thanks. We’ll wait for the belt now.' }),
    onError: toastFailedChange,
  })
  if (!staff.may('markLabelSent')) return null
  return (
    <button
      className="text-btn"
      type="button"
      disabled={sent.isPending}
      onClick={() => sent.mutate({ exchangeId: promise.id })}
    >
      I’ve mailed it<span className="sr">: {promise.what}</span>
    </button>
  )
}
