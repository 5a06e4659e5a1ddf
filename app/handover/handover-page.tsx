import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { GiftFrame, LinkUnread, useMailedLink } from '../gift/gift-frame.tsx'
import { HandoverCard } from './handover-card.tsx'
import './handover.css'
import { type HandoverView, handoverContracts } from '../../domain/account/handover-contracts.ts'
import { stateCode, typedAddressProblems } from '../../domain/address.ts'
import { styles as allStyles, type Style } from '../../domain/belt.ts'
import { openAnswers } from '../../domain/gift-copy.ts'
import { ApiError, sendCall } from '../browser/call-api.ts'
import { AddressFields, GiftStyles, withoutPaths } from '../gift/gift-form.tsx'
import { GiftSize } from '../gift/gift-size.tsx'
import { useInheritedFocus } from '../ui/dialog.tsx'
import { FieldError } from '../ui/text-field.tsx'
import { useRefusal } from '../ui/use-refusal.ts'

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
  const { form, errors, refuse, correct } = useRefusal()
  useInheritedFocus(form, isHeir)
  const { chosen, gender } = view
  const [styles, setStyles] = useState<Style[]>(allStyles.filter((each) => chosen?.styles.includes(each)))
  const [size, setSize] = useState(chosen?.size ?? '')
  const [isConfirmed, setConfirmed] = useState(chosen !== null)
  const [address, setAddress] = useState(chosen?.address ?? { ...nowhere, fullName: view.toName })
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const open = openAnswers(gender, { styles, size, isConfirmed })
    const missing = { ...open, ...typedAddressProblems(address) }
    if (Object.keys(missing).length > 0) return refuse(missing)
    setBusy(true)
    try {
      const sent = { token, styles, size, address: { ...address, state: stateCode(address.state) } }
      const saved = (await sendCall(handoverContracts.chooseForHandover, sent)) as HandoverView
      setBusy(false)
      onSaved(saved)
    } catch (error) {
      const known = error instanceof ApiError ? error : null
      const fields = known ? withoutPaths(known.fields) : {}
      const sentence = known?.sentence || 'We couldn’t reach the shop. Please try again.'
      setBusy(false)
      refuse(Object.keys(fields).length > 0 ? fields : { form: sentence })
    }
  }

  return (
    <form
      className="sheet gift-form"
      ref={form}
      tabIndex={-1}
      onSubmit={save}
      noValidate
      aria-label="What you wear"
    >
      {/* The answer replaces the form, so nothing is typed that it would lose. */}
      <div className="gift-parts" inert={isBusy}>
        <GiftStyles
          gender={gender}
          styles={styles}
          onChange={(value) => {
            setStyles(value)
            correct('styles')
          }}
          error={errors.styles}
        />
        <GiftSize
          gender={gender}
          size={size}
          isConfirmed={isConfirmed}
          onChange={(value, confirmed) => {
            setSize(value)
            setConfirmed(confirmed)
            correct('size', 'confirm')
          }}
          error={errors.size}
          confirmError={errors.confirm}
        />
        <fieldset className="group">
          <legend>Where do we send your belts?</legend>
          <AddressFields
            address={address}
            onChange={(changes) => {
              setAddress((before) => ({ ...before, ...changes }))
              correct(...Object.keys(changes))
            }}
            errors={errors}
          />
        </fieldset>
        <FieldError id="handover-error" error={errors.form} />
      </div>
      <div className="given-do">
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
          {view.planName ? 'Go on to your card' : 'Send me belts'}
        </button>
      </div>
    </form>
  )
}
