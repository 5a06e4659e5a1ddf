import { useState } from 'react'
import { mailStates } from '../../../domain/admin/mail-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useAdmin, useChange } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { Instant, ListState, Pager, usePages } from '../ui/list-state.tsx'

import './mails.css'

type State = (typeof mailStates)[number]

export const stateLabel: Record<State, string> = {
  due: 'Due now',
  failed: 'Failed, tried again',
  'given-up': 'Given up',
  later: 'Scheduled',
  sent: 'Sent',
  dropped: 'Not sent, out of date',
}
const signs: Record<State, string> = {
  due: 'half',
  failed: 'no',
  'given-up': 'no',
  later: '',
  sent: 'ok',
  dropped: 'full',
}

/** "renewal-failed-3" as words: "Renewal failed 3". */
export function kindLabel(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function countLabel({ due, failed, givenUp }: { due: number; failed: number; givenUp: number }): string {
  return [
    `${formatCount(due)} due`,
    `${formatCount(failed)} failed`,
    ...(givenUp > 0 ? [`${formatCount(givenUp)} given up`] : []),
  ].join(', ')
}

/** Every mail that went out or waits; each can be read and sent once more (club-rules.md "Mail"). */
export default function MailsPage() {
  const [query, setQuery] = useSearch()
  const [open, setOpen] = useState<string | null>(null)
  const pages = usePages()
  const state = mailStates.find((each) => each === query.get('state'))
  const kind = query.get('kind') ?? ''
  const mails = useAdmin(
    'listMails',
    {
      ...(state ? { state } : {}),
      ...(kind ? { kind } : {}),
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
          <h1>Mails</h1>
          <p className="quiet num" role="status">
            {mails.data ? countLabel(mails.data) : ' '}
          </p>
        </div>
        <div className="adm-tools">
          <label>
            <span className="sr">Kind</span>
            <select className="input" value={kind} onChange={(event) => choose('kind', event.target.value)}>
              <option value="">Every kind</option>
              {mails.data?.kinds.map((each) => (
                <option key={each} value={each}>
                  {kindLabel(each)}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="sr">State</span>
            <select
              className="input"
              value={state ?? ''}
              onChange={(event) => choose('state', event.target.value)}
            >
              <option value="">Every state</option>
              {mailStates.map((each) => (
                <option key={each} value={each}>
                  {stateLabel[each]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      <ListState
        keeps
        query={mails}
        empty={(data) =>
          data.mails.length > 0 ? null : kind || state ? 'No mail matches.' : 'No mail has been written yet.'
        }
      >
        {(data) => (
          <section className="t-wrap" aria-label="Mails">
            <table className="grid-t cards-sm">
              <thead>
                <tr>
                  <th scope="col">Mail</th>
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
                    <td data-l="Mail">{kindLabel(mail.kind)}</td>
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
                        Read<span className="sr"> {kindLabel(mail.kind)}</span>
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
      {open && <MailDialog id={open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** A mail as it is written now, in a frame that runs nothing. */
function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const mail = useAdmin('readMail', { mailId: id })
  const again = useChange('sendMailAgain', {
    changes: ['/api/admin/mails', '/api/admin/health'],
    onSuccess: () => {
      showToast({ title: 'On its way', description: 'The mail is being sent again.' })
      onClose()
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'The mail was not sent.'),
        destructive: true,
      }),
  })
  return (
    <Dialog open onClose={onClose} labelledBy="mail-title" className="mail-dialog">
      <div className="dialog-top">
        <h2 id="mail-title">{mail.data?.content?.subject ?? 'Mail'}</h2>
        <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <ListState query={mail} empty={() => null}>
        {({ content, problem, mail: { state } }) => (
          <div className="mail-body">
            {content && <p className="quiet">To {content.to}</p>}
            {problem && <p className="err">{problem}</p>}
            {content && (
              <iframe title="The mail" sandbox="" srcDoc={content.html} referrerPolicy="no-referrer" />
            )}
            {state !== 'due' && state !== 'later' && (
              <button
                className="btn btn-2"
                type="button"
                disabled={again.isPending}
                onClick={() => again.mutate({ mailId: id })}
              >
                {state === 'failed' || state === 'given-up' ? 'Try again now' : 'Send it again'}
              </button>
            )}
          </div>
        )}
      </ListState>
    </Dialog>
  )
}
