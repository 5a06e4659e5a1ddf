import { useState } from 'react'
import type { LetterView } from '../../../domain/admin/letter-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { mostBounces } from '../../../domain/letter.ts'
import { toastFailedChange, useChange, useStaff } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { Instant } from '../ui/screen.tsx'

const changes = ['/api/admin/letters', '/api/admin/promises']

/** A scheduled, sending, stopped or sent letter: its progress and actions. */
export function SendingPanel({ letter }: { letter: LetterView }) {
  const { id, version, state, figures, stoppedBecause, sendAt, finishedAt } = letter
  const staff = useStaff()
  const [isEnding, setEnding] = useState(false)
  const failed = toastFailedChange
  const change = useChange('updateLetter', { changes, onSuccess: () => setEnding(false), onError: failed })
  const goOn = useChange('sendLetter', { changes, onError: failed })
  const isBusy = change.isPending || goOn.isPending
  const to = (next: 'draft' | 'stopped' | 'ended') => change.mutate({ letterId: id, version, state: next })
  const left = figures ? figures.readers - figures.sent - figures.dropped : 0
  return (
    <>
      <section className="panel adm-stack" aria-labelledby="letter-now">
        {state === 'scheduled' && sendAt && (
          <>
            <h2 id="letter-now">
              It leaves <Instant at={sendAt} />
            </h2>
            <p className="quiet">Take it back to change it. Who gets it is decided when it leaves.</p>
            <div className="adm-tools">
              <button className="btn btn-2" type="button" disabled={isBusy} onClick={() => to('draft')}>
                Take it back
              </button>
            </div>
          </>
        )}
        {state === 'sending' && (
          <>
            <h2 id="letter-now">It’s leaving</h2>
            <Progress letter={letter} />
            <div className="adm-tools">
              <button className="btn btn-2" type="button" disabled={isBusy} onClick={() => to('stopped')}>
                Stop it
              </button>
            </div>
          </>
        )}
        {state === 'stopped' && (
          <>
            <h2 id="letter-now">It’s stopped</h2>
            <p className="err">{stoppedBecause}</p>
            <Progress letter={letter} />
            {letter.bounces.length > 0 && (
              <p>
                Addresses that don’t exist get no more letters. A list with many of them makes mail services
                distrust the rest, so letters stop at {mostBounces}%. Look through the addresses below. If
                they’re old or mistyped, go on. If you don’t know where they came from, give it up and clean
                the list.
              </p>
            )}
            <div className="adm-tools">
              {staff.may('sendLetter') && (
                <button
                  className="btn btn-1"
                  type="button"
                  disabled={isBusy}
                  onClick={() => goOn.mutate({ letterId: id, version, at: null })}
                >
                  Go on with the other {formatCount(left)}
                </button>
              )}
              <button className="btn btn-2" type="button" disabled={isBusy} onClick={() => setEnding(true)}>
                Give it up
              </button>
            </div>
          </>
        )}
        {(state === 'sent' || state === 'ended') && (
          <>
            <h2 id="letter-now">
              {state === 'sent' ? 'It’s out' : 'Given up'}
              {finishedAt && (
                <>
                  , <Instant at={finishedAt} />
                </>
              )}
            </h2>
            <Progress letter={letter} />
          </>
        )}
      </section>
      {letter.bounces.length > 0 && (
        <section className="panel" aria-labelledby="letter-bounces">
          <h2 id="letter-bounces">Bounced</h2>
          <ul className="letter-bounces">
            {letter.bounces.map(({ email, problem }) => (
              <li key={email}>
                <b>{email}</b> <span className="quiet">{problem}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isEnding && (
        <ConfirmDialog
          title="Give up on this letter?"
          action="Give it up"
          isBusy={change.isPending}
          onConfirm={() => to('ended')}
          onClose={() => setEnding(false)}
        >
          <p>The {formatCount(left)} people who haven’t got it won’t. This can’t be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Progress({ letter: { figures } }: { letter: LetterView }) {
  if (!figures) return <p className="quiet">We’re putting its list of readers together.</p>
  const { readers, sent, bounced, complained, dropped } = figures
  const share = sent > 0 ? ` (${((bounced * 100) / sent).toFixed(1)}%)` : ''
  return (
    <>
      <progress
        className="letter-progress"
        max={Math.max(readers, 1)}
        value={sent + dropped}
        aria-label="Sent"
      />
      <dl className="kv is-list num">
        <div>
          <dt>Sent</dt>
          <dd>
            {formatCount(sent)} of {formatCount(readers)}
          </dd>
        </div>
        <div>
          <dt>Bounced</dt>
          <dd>
            {formatCount(bounced)}
            {share}
          </dd>
        </div>
        {complained > 0 && (
          <div>
            <dt>Called it spam</dt>
            <dd>{formatCount(complained)}</dd>
          </div>
        )}
        {dropped > 0 && (
          <div>
            <dt>Left the list meanwhile</dt>
            <dd>{formatCount(dropped)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
