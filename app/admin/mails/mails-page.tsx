import { useState } from 'react'
import { mailStates } from '../../../domain/admin/mail-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { mailLabel } from '../../../domain/mail-kinds.ts'
import { useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { Instant, ListState, Pager, usePages } from '../ui/list-state.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { FilterSelect } from '../ui/select-field.tsx'
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
      <div className="adm-bar">
        <div>
          <h1>Emails</h1>
          <p className="quiet num" role="status">
            {mails.data ? countLabel(mails.data) : ' '}
          </p>
        </div>
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
      </div>
      <ListState
        keeps
        query={mails}
        empty={(data) =>
          data.mails.length > 0 ? null : kind || state || search ? 'No emails match.' : 'No emails yet.'
        }
      >
        {(data) => (
          <section className="t-wrap" aria-label="Emails">
            <table className="grid-t cards-sm">
              <thead>
                <tr>
                  <th scope="col">Email</th>
                  <th scope="col">To</th>
                  <th scope="col">State</th>
                  <th scope="col">Written</th>
                  <th scope="col">Sent, or next try</th>
                  <th scope="col">
                    <span className="sr">Read</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.mails.map((mail) => (
                  <tr key={mail.id}>
                    <td data-l="Email">
                      <span>
                        {mail.subject ?? mailLabel(mail.kind)}
                        {mail.subject && <small>{mailLabel(mail.kind)}</small>}
                        {mail.isCopy && <small>Sent again from the admin</small>}
                      </span>
                    </td>
                    <td data-l="To" className="mail-to">
                      {mail.recipient}
                    </td>
                    <td data-l="State">
                      <span className={`st ${signs[mail.state]}`}>
                        <span>
                          {stateLabel[mail.state]}
                          {mail.problem && <small>{mail.problem}</small>}
                        </span>
                      </span>
                    </td>
                    <td data-l="Written">
                      <Instant at={mail.createdAt} />
                    </td>
                    <td data-l="Sent, or next try">
                      <Instant at={mail.sentAt ?? mail.runAt} />
                    </td>
                    <td>
                      <button className="text-btn" type="button" onClick={() => setOpen(mail.id)}>
                        Read<span className="sr"> {mailLabel(mail.kind)}</span>
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </ListState>
      <Pager pages={pages} nextCursor={mails.data?.nextCursor ?? null} />
      {open && <MailDialog id={open} changes={['/api/admin/orders']} onClose={() => setOpen(null)} />}
    </>
  )
}
