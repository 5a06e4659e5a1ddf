import { useState } from 'react'
import { mailStates } from '../../../domain/admin/mail-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { mailLabel } from '../../../domain/mail-kinds.ts'
import { useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { FilterSelect, SearchField } from '../ui/fields.tsx'
import { Instant, ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { MailDialog, stateLabel } from './mail-dialog.tsx'

type State = (typeof mailStates)[number]

const signs: Record<State, string> = {
  due: 'half',
  failed: 'no',
  'given-up': 'no',
  later: '',
  sent: 'ok',
  dropped: 'full',
}

function countLabel({ due, failed, givenUp }: { due: number; failed: number; givenUp: number }): string {
  return [
    `${formatCount(due)} due`,
    `${formatCount(failed)} failed`,
    ...(givenUp > 0 ? [`${formatCount(givenUp)} given up`] : []),
  ].join(', ')
}

/** Every sent or waiting email; each can be read as sent and sent again (club-rules.md "Mail"). */
export default function MailsPage() {
  const [query, setQuery] = useSearch()
  const [open, setOpen] = useState<string | null>(null)
  const pages = usePages()
  const state = mailStates.find((each) => each === query.get('state'))
  const kind = query.get('kind') ?? ''
  const search = query.get('search') ?? ''
  const mails = useAdmin(
    'listMails',
    {
      ...(state ? { state } : {}),
      ...(kind ? { kind } : {}),
      ...(search ? { search } : {}),
      ...(pages.cursor ? { cursor: pages.cursor } : {}),
    },
    { keeps: true },
  )
  function choose(key: string, value: string) {
    pages.first()
    setQuery(key, value)
  }
  return (
    <>
      <ScreenHead title="Emails" status={mails.data ? countLabel(mails.data) : null}>
        <search className="adm-tools">
          <SearchField
            label="Find an email"
            placeholder="Recipient or order number"
            value={search}
            onChange={(value) => choose('search', value)}
          />
          <FilterSelect
            label="Kind"
            every="Every kind"
            value={kind}
            options={mails.data?.kinds.map((each) => [each, mailLabel(each)]) ?? []}
            onChange={(value) => choose('kind', value)}
          />
          <FilterSelect
            label="State"
            every="Every state"
            value={state ?? ''}
            options={mailStates.map((each) => [each, stateLabel[each]])}
            onChange={(value) => choose('state', value)}
          />
        </search>
      </ScreenHead>
      <ListState
        keeps
        query={mails}
        empty={(data) =>
          data.mails.length > 0 ? null : kind || state || search ? 'No emails match.' : 'No emails yet.'
        }
      >
        {(data) => (
          <Table
            label="Emails"
            rows={data.mails}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Email',
                cell: ({ subject, kind, isCopy }) => (
                  <span>
                    {subject ?? mailLabel(kind)}
                    {subject && <small>{mailLabel(kind)}</small>}
                    {isCopy && <small>Sent again from the admin</small>}
                  </span>
                ),
              },
              { head: 'To', className: 'mail-to', cell: ({ recipient }) => recipient },
              {
                head: 'State',
                cell: ({ state, problem }) => (
                  <span className={`st ${signs[state]}`}>
                    <span>
                      {stateLabel[state]}
                      {problem && <small>{problem}</small>}
                    </span>
                  </span>
                ),
              },
              { head: 'Written', cell: ({ createdAt }) => <Instant at={createdAt} /> },
              { head: 'Sent, or next try', cell: ({ sentAt, runAt }) => <Instant at={sentAt ?? runAt} /> },
              {
                head: 'Read',
                isHeadHidden: true,
                cell: ({ id, kind }) => (
                  <button className="text-btn" type="button" onClick={() => setOpen(id)}>
                    Read<span className="sr"> {mailLabel(kind)}</span>
                  </button>
                ),
              },
            ]}
          />
        )}
      </ListState>
      <Pager pages={pages} nextCursor={mails.data?.nextCursor ?? null} />
      {open && <MailDialog id={open} changes={['/api/admin/orders']} onClose={() => setOpen(null)} />}
    </>
  )
}
