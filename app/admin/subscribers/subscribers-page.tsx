import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { subscriberFilters, subscriberStatuses } from '../../../domain/admin/subscriber-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { sentenceOf, toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { Download } from '../ui/download.tsx'
import { CheckField, FilterSelect, SearchField } from '../ui/fields.tsx'
import { Instant, ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'

type Subscriber = AdminReply<'listSubscribers'>['subscribers'][number]

const signs = { active: 'ok', unsubscribed: '', bounced: 'no' }

/** Changes a status. Nobody can resubscribe someone who left. */
function StatusSelect({ subscriber }: { subscriber: Subscriber }) {
  const { id, email, status, confirmedAt } = subscriber
  const change = useChange('setSubscriberStatus', {
    changes: ['/api/admin/subscribers'],
    onError: toastFailedChange,
  })
  const possible = subscriberStatuses.filter((each) => !(status === 'unsubscribed' && each === 'active'))
  return (
    <span className={`st ${status === 'active' && confirmedAt === null ? '' : signs[status]}`}>
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
  )
}

type Filter = (typeof subscriberFilters)[number]

/** The newsletter's list (spec §4 "Newsletter subscriber status"). */
export default function SubscribersPage() {
  const staff = useStaff()
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<Filter | ''>('')
  const [importing, setImporting] = useState(false)
  const pages = usePages()
  const filters = { search, ...(status ? { status } : {}) }
  const list = useAdmin(
    'listSubscribers',
    { ...filters, ...(pages.cursor ? { cursor: pages.cursor } : {}) },
    { keeps: true },
  )
  const counts = list.data?.counts
  return (
    <>
      <ScreenHead
        title="Subscribers"
        status={
          counts
            ? `${formatCount(counts.active)} active, ${formatCount(counts.unconfirmed)} not confirmed yet, ${formatCount(counts.unsubscribed)} unsubscribed, ${formatCount(counts.bounced)} bounced`
            : null
        }
      >
        <div className="adm-tools">
          <SearchField
            label="Search name or email"
            placeholder="Name or email"
            value={search}
            onChange={(value) => {
              setSearch(value)
              pages.first()
            }}
          />
          <FilterSelect
            label="Status"
            every="Every status"
            value={status}
            options={subscriberFilters.map((each) => [
              each,
              each === 'unconfirmed' ? 'not confirmed yet' : each,
            ])}
            onChange={(value) => {
              setStatus(value as Filter | '')
              pages.first()
            }}
          />
          {staff.may('importSubscribers') && (
            <button
              className="btn btn-2"
              type="button"
              aria-expanded={importing}
              onClick={() => setImporting((known) => !known)}
            >
              Import CSV
            </button>
          )}
          {staff.may('exportSubscribers') && (
            <Download of="exportSubscribers" input={filters}>
              Export CSV
            </Download>
          )}
        </div>
      </ScreenHead>
      {importing && <ImportForm onClose={() => setImporting(false)} />}
      <ListState
        keeps
        query={list}
        empty={(data) =>
          data.subscribers.length > 0
            ? null
            : search || status
              ? 'No one on the list matches.'
              : 'No one’s on the list yet. There’s a sign-up at the bottom of every page.'
        }
      >
        {(data) => (
          <Table
            label="Subscribers"
            rows={data.subscribers}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Email',
                cell: ({ email, confirmedAt, status }) => (
                  <span>
                    {email}
                    {confirmedAt === null && status === 'active' && <small>Hasn’t confirmed yet</small>}
                  </span>
                ),
              },
              { head: 'Name', cell: ({ name }) => name },
              { head: 'Since', cell: ({ subscribedAt }) => <Instant at={subscribedAt} /> },
              { head: 'Came by', cell: ({ source }) => source },
              { head: 'Status', cell: (subscriber) => <StatusSelect subscriber={subscriber} /> },
            ]}
          />
        )}
      </ListState>
      <Pager pages={pages} nextCursor={list.data?.nextCursor ?? null} />
    </>
  )
}

type Result = AdminReply<'importSubscribers'>

/** Imports addresses whose owners have agreed; good lines are added, bad ones are listed. */
function ImportForm({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [agreed, setAgreed] = useState(false)
  const load = useChange('importSubscribers', { changes: ['/api/admin/subscribers'] })
  return (
    <form
      className="panel adm-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (file && agreed) load.mutate({ file, agreed: 'true' })
      }}
    >
      <h2>Import subscribers</h2>
      <label className="field">
        A CSV file with the columns Email and Name
        <input
          className="input"
          type="file"
          accept=".csv,text/csv,text/plain"
          disabled={load.isPending}
          // Allows the same file again after it was fixed.
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            load.reset()
          }}
        />
      </label>
      <CheckField isChecked={agreed} onChange={setAgreed}>
        Everyone in this file agreed to get the newsletter.
      </CheckField>
      <div className="adm-tools">
        <button className="btn btn-1" type="submit" disabled={!file || !agreed || load.isPending}>
          {load.isPending ? 'Importing …' : 'Import'}
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <div role="status">
        {load.data && <Outcome result={load.data} />}
        {load.error && (
          <p className="err">{sentenceOf(load.error, 'We couldn’t import the file. Try again.')}</p>
        )}
      </div>
    </form>
  )
}

function Outcome({ result: { added, known, problems } }: { result: Result }) {
  return (
    <>
      <p>
        {formatCount(added)} added, {formatCount(known)} on the list already
        {problems.length > 0
          ? `, ${problems.length === 1 ? '1 line' : `${formatCount(problems.length)} lines`} left out:`
          : '.'}
      </p>
      {problems.length > 0 && (
        <ul className="adm-problems">
          {problems.map(({ line, problem }) => (
            <li key={line}>
              Line {line}: {problem}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
