import { useState } from 'react'
import { useParams } from 'react-router'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { GiftFrame, LinkUnread, useMailedLink } from '../gift/gift-frame.tsx'
import { HandoverCard } from './handover-card.tsx'
import './handover.css'
import { type HandoverView, handoverContracts } from '../../domain/account/handover-contracts.ts'
import { styles } from '../../domain/belt.ts'
import { sendCall } from '../browser/call-api.ts'
import { AddressFields, WearerForm } from '../gift/wearer-form.tsx'

/**
 * The page for taking over a membership (docs/decisions/089). The server renders the same page for every link; the
 * browser asks whose it is, with the token from its URL.
 */
export default function HandoverPage() {
  const { token = '' } = useParams()
  const link = useMailedLink<HandoverView>(handoverContracts.openHandover, token)
  return (
    <GiftFrame>
      {link.view ? (
        <Handover view={link.view} token={token} onChange={link.setView} />
      ) : (
        <LinkUnread {...link} title="Your belts">
          <p className="lead">
            It’s too old, it was taken back, or part of it got cut off. Ask whoever wanted to hand you their
            belts, and we’ll send you a new one.
          </p>
        </LinkUnread>
      )}
    </GiftFrame>
  )
}

type HandoverProps = { view: HandoverView; token: string; onChange: (view: HandoverView) => void }

function Handover({ view, token, onChange }: HandoverProps) {
  const [isChanging, setChanging] = useState(false)
  // The answer replaces the form, so it gets the focus, but not when the link is opened again later.
  const [wasDone] = useState(view.step === 'done')
  if (view.step === 'done') {
    return (
      <div className="narrow gift-alone">
        <h1 tabIndex={-1} ref={(title) => (wasDone ? undefined : title?.focus())}>
          It’s yours, {view.toName}
        </h1>
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
        <h1>
          {view.fromName ? `${view.fromName} wants you to have their belts` : 'These belts could be yours'}
        </h1>
        <p className="lead">{beltsLine(view)}</p>
        <ul className="handover-facts">
          {view.planName ? (
            <>
              <li>You’ll give your own card. Nothing’s charged today.</li>
              <li>You’ll see the price and the first charge date before you agree.</li>
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
          isHeir={isChanging}
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
  if (belts === 0) return planName ? `A new leather belt with the ${planName} plan.` : 'A new leather belt.'
  const month = nextDrop ? dropTitle(nextDrop) : null
  const yours =
    belts === 1
      ? `One belt${month ? `, ${month}’s,` : ''} is already paid for.`
      : `${belts} belts are already paid for${month ? `, starting in ${month}` : ''}.`
  return planName ? `${yours} After that, the ${planName} plan continues on your card.` : yours
}

type HandoverFormProps = {
  view: HandoverView
  token: string
  /** it replaces what had the focus */
  isHeir: boolean
  onSaved: (view: HandoverView) => void
}

const nowhere = { fullName: '', address: '', address2: '', city: '', state: '', zipCode: '' }

/** The new member's size, styles and address. */
function HandoverForm({ view, token, isHeir, onSaved }: HandoverFormProps) {
  const { chosen, gender } = view
  return (
    <WearerForm
      gender={gender}
      start={{
        styles: styles.filter((each) => chosen?.styles.includes(each)),
        size: chosen?.size ?? '',
        isConfirmed: chosen !== null,
        address: chosen?.address ?? { ...nowhere, fullName: view.toName },
      }}
      isHeir={isHeir}
      addressFields={(fields) => (
        <fieldset className="group">
          <legend>Where do we send your belts?</legend>
          <AddressFields {...fields} />
        </fieldset>
      )}
      onSend={async (chosen) =>
        onSaved((await sendCall(handoverContracts.chooseForHandover, { token, ...chosen })) as HandoverView)
      }
      end={(isBusy) => (
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
          {view.planName ? 'Continue to your card' : 'Send me belts'}
        </button>
      )}
    />
  )
}
