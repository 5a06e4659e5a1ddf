import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { type HandoverView, handoverContracts } from '../../domain/account/handover-contracts.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { ApiError, sendCall } from '../browser/call-api.ts'
import { GiftFrame } from '../gift/gift-page.tsx'
import { HandoverCard } from './handover-card.tsx'
import { HandoverForm } from './handover-form.tsx'
import '../gift/gift.css'
import './handover.css'

/**
 * Where somebody takes over a membership (docs/decisions/089). What the server renders is the same for every link; whose it is the
 * browser asks, with the token of its own address.
 */
export default function HandoverPage() {
  const { token = '' } = useParams()
  const [view, setView] = useState<HandoverView | null>(null)
  const [problem, setProblem] = useState<'over' | 'no-answer' | null>(null)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isGone = false
    setProblem(null)
    sendCall(handoverContracts.openHandover, { token }).then(
      (found) => !isGone && setView(found as HandoverView),
      (error: unknown) => !isGone && setProblem(isRefused(error) ? 'over' : 'no-answer'),
    )
    return () => {
      isGone = true
    }
  }, [token, round])

  return (
    <GiftFrame>
      {view ? (
        <Handover view={view} token={token} onChange={setView} />
      ) : (
        <div className="narrow gift-alone" aria-busy={problem === null || undefined}>
          {problem === null && <h1>Your belts</h1>}
          {problem === 'over' && (
            <>
              <h1>This link has expired</h1>
              <p className="lead">
                It’s too old, it was taken back, or part of it got cut off. Ask whoever wanted to hand you
                their belts, and we’ll send you a new one.
              </p>
            </>
          )}
          {problem === 'no-answer' && (
            <>
              <h1>This page didn’t load</h1>
              <p className="lead">We couldn’t reach the shop. Your link still works.</p>
              <p>
                <button className="btn btn-2" type="button" onClick={() => setRound((before) => before + 1)}>
                  Try again
                </button>
              </p>
            </>
          )}
        </div>
      )}
    </GiftFrame>
  )
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

type HandoverProps = { view: HandoverView; token: string; onChange: (view: HandoverView) => void }

function Handover({ view, token, onChange }: HandoverProps) {
  const [isChanging, setChanging] = useState(false)
  if (view.step === 'done') {
    return (
      <div className="narrow gift-alone" role="status">
        <h1>It’s yours, {view.toName}</h1>
        <p className="lead">
          {view.nextDrop ? `Your first belt comes in ${dropTitle(view.nextDrop)}. ` : ''}We’ve emailed you a
          confirmation, and you can change anything on your page.
        </p>
        <p>
          <a className="btn btn-1" href="/account">
            Go to my page
          </a>
        </p>
      </div>
    )
  }
  const isCard = view.step === 'card' && !isChanging
  return (
    <div className="gift-split">
      <div className="gift-from">
        <h1>{view.fromName ? `${view.fromName} hands you their belts` : 'These belts could be yours'}</h1>
        <p className="lead">{beltsLine(view)}</p>
        <ul className="handover-facts">
          {view.planName ? (
            <>
              <li>You’ll give your own card. Nothing’s charged today.</li>
              <li>The price and the day of the first charge come before you agree.</li>
              <li>Cancel anytime on your page.</li>
            </>
          ) : (
            <li>Tell us your size, your style and where to send them. That’s all we need.</li>
          )}
          <li>The link works through {formatDay(view.until)}. Don’t want it? Just leave this page.</li>
        </ul>
      </div>
      {isCard ? (
        <HandoverCard view={view} token={token} onChange={onChange} onBack={() => setChanging(true)} />
      ) : (
        <HandoverForm
          view={view}
          token={token}
          onSaved={(next) => {
            setChanging(false)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

function beltsLine({ belts, nextDrop, planName }: HandoverView): string {
  const from = nextDrop ? `, the first in ${dropTitle(nextDrop)}` : ''
  const yours = belts === 1 ? `One belt is yours${from}.` : `${belts} belts are yours${from}.`
  if (belts === 0) return planName ? `A new leather belt with the ${planName} plan.` : 'A new leather belt.'
  return planName ? `${yours} After that, the ${planName} plan goes on with your card.` : yours
}
