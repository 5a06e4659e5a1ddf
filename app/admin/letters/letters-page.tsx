import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { LetterSummary } from '../../../domain/admin/letter-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { addDrops, dropTitle } from '../../../domain/drop.ts'
import { useToday } from '../../shop/use-shop.ts'
import { toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { Instant, ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { stateLabels, stateSigns } from './letter-labels.ts'
import './letters.css'

/** All letters: drafts and those that were sent. */
export default function LettersPage() {
  const staff = useStaff()
  const pages = usePages()
  const letters = useAdmin('listLetters', pages.cursor ? { cursor: pages.cursor } : {}, { keeps: true })
  return (
    <>
      <ScreenHead
        title="Letters"
        note="One a month, with the drop. The shop drafts it when you show a drop. You finish it and send it."
      >
        {staff.may('createLetter') && <NewLetter />}
      </ScreenHead>
      <ListState
        keeps
        query={letters}
        empty={(data) =>
          data.letters.length > 0 ? null : 'No letters yet. Show a drop, or start one with New letter.'
        }
      >
        {(data) => (
          <Table
            label="Letters"
            className="num"
            rows={data.letters}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Letter',
                cell: (letter) => (
                  <span>
                    <Link to={`/admin/letters/${letter.id}`}>{letter.subject || 'No subject yet'}</Link>
                    {letter.isByShop && letter.state === 'draft' && <small>Drafted by the shop</small>}
                    {letter.stoppedBecause && <small>{letter.stoppedBecause}</small>}
                  </span>
                ),
              },
              { head: 'Month', cell: ({ month }) => dropTitle(month) },
              {
                head: 'State',
                cell: ({ state }) => <span className={stateSigns[state]}>{stateLabels[state]}</span>,
              },
              { head: 'When', cell: (letter) => <When letter={letter} /> },
              {
                head: 'Sent',
                isFigure: true,
                cell: ({ figures }) =>
                  figures ? `${formatCount(figures.sent)} of ${formatCount(figures.readers)}` : '–',
              },
              {
                head: 'Bounced',
                isFigure: true,
                cell: ({ figures }) => (figures ? formatCount(figures.bounced) : '–'),
              },
            ]}
          />
        )}
      </ListState>
      <Pager pages={pages} nextCursor={letters.data?.nextCursor ?? null} />
    </>
  )
}

function When({ letter }: { letter: LetterSummary }) {
  if (letter.publishedAt) return <Instant at={letter.publishedAt} />
  if (letter.sendAt) return <Instant at={letter.sendAt} />
  return (
    <span className="quiet">
      Saved <Instant at={letter.updatedAt} />
    </span>
  )
}

/** Creates a letter for a month. */
function NewLetter() {
  const navigate = useNavigate()
  const today = useToday()
  const now = today.slice(0, 7)
  const [month, setMonth] = useState(now)
  const create = useChange('createLetter', {
    changes: ['/api/admin/letters', '/api/admin/promises'],
    onSuccess: ({ id }) => void navigate(`/admin/letters/${id}`),
    onError: (error) => toastUnmade(error, 'No letter was started.'),
  })
  return (
    <div className="adm-tools">
      <label>
        <span className="sr">Month of the new letter</span>
        <select className="input" value={month} onChange={(event) => setMonth(event.target.value)}>
          {[-1, 0, 1].map((step) => {
            const each = addDrops(now, step)
            return (
              <option key={each} value={each}>
                {dropTitle(each)}
              </option>
            )
          })}
        </select>
      </label>
      <button
        className="btn btn-1"
        type="button"
        // Its page is loading; another click would create another letter.
        disabled={create.isPending || create.isSuccess}
        onClick={() => create.mutate({ month })}
      >
        New letter
      </button>
    </div>
  )
}
