import { type Ref, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { type GiftPageView, giftContracts } from '../../domain/account/gift-contracts.ts'
import { styleNames } from '../../domain/belt.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { beltsSentence, beltsWhenSentence, beltText, giftTitle, signatureOf } from '../../domain/gift-copy.ts'
import { sizeAsMeasured } from '../../domain/measured.ts'
import { addressLine } from '../../domain/membership-view.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { callName } from '../../domain/slug.ts'
import { sendCall } from '../browser/call-api.ts'
import { GiftBox } from './gift-box.tsx'
import { GiftFrame, LinkUnread, useMailedLink } from './gift-frame.tsx'
import { AddressFields, type AddressFieldsProps, WearerForm } from './wearer-form.tsx'
import './gift.css'

/**
 * The gift recipient's page (club-rules.md "The gift"). The server renders the same page for every link; the browser
 * asks whose gift it is, with the token from its URL.
 */
export default function GiftPage() {
  const { token = '' } = useParams()
  const { view, standing, setView, tryAgain } = useMailedLink(giftContracts.openGift, token)
  return (
    <GiftFrame>
      {view ? (
        <GiftLoaded gift={view} token={token} onChosen={setView} />
      ) : (
        <LinkUnread
          {...{ standing, tryAgain }}
          title="A gift for you"
          notLoaded="Your gift didn’t load"
          meanwhile={
            // A relative URL works for any token: the server renders the letter (server/http/gift-letter.ts).
            <noscript>
              <meta httpEquiv="refresh" content="0;url=?letter" />
              <p>
                <a className="btn btn-1" href="?letter">
                  Open your letter
                </a>
              </p>
            </noscript>
          }
        >
          <p className="lead">
            It’s too old, or part of it got cut off. If someone gave you belts, they’re still coming, and
            you’ll find them on your page.
          </p>
          <p>
            <a className="btn btn-1" href="/account">
              Go to my page
            </a>
          </p>
        </LinkUnread>
      )}
    </GiftFrame>
  )
}

type GiftLoadedProps = { gift: GiftPageView; token: string; onChosen: (gift: GiftPageView) => void }

/** Who it's from, the message as a letter, and the choices, open or made. */
export function GiftLoaded({ gift, token, onChosen }: GiftLoadedProps) {
  // A recipient who was unsure of the size gets the form again.
  const [isChanging, setChanging] = useState(!gift.isChosen || gift.size === unsureSize)
  const chosen = useRef<HTMLHeadingElement>(null)
  const [hasChosen, setHasChosen] = useState(false)
  // What replaces the other gets its focus, but not when the page has just been opened.
  const [isReplaced, setReplaced] = useState(false)
  const words = { ...gift, belts: gift.boxes.length }

  useEffect(() => {
    if (isReplaced && !isChanging) chosen.current?.focus()
  }, [isReplaced, isChanging])

  const show = (form: boolean) => {
    setReplaced(true)
    setChanging(form)
  }

  return (
    <div className="gift-split">
      <div className="gift-from unwraps">
        <h1>{giftTitle(words)}</h1>
        <p className="lead">
          {beltsSentence(words)} {beltsWhenSentence(words)}
        </p>
        {gift.message && (
          <figure className="sheet given-letter">
            <blockquote>{gift.message}</blockquote>
            <figcaption>{signatureOf(gift)}</figcaption>
          </figure>
        )}
        <GiftBox gift={gift} />
      </div>
      {isChanging ? (
        <GiftForm
          gift={gift}
          token={token}
          isHeir={isReplaced}
          onSaved={(view) => {
            onChosen(view)
            setHasChosen(true)
            show(false)
          }}
          onLeave={gift.isChosen ? () => show(false) : undefined}
        />
      ) : (
        <GiftChosen ref={chosen} gift={gift} isNew={hasChosen} onChange={() => show(true)} />
      )}
    </div>
  )
}

type GiftFormProps = {
  gift: GiftPageView
  token: string
  /** it replaces what had the focus */
  isHeir: boolean
  onSaved: (gift: GiftPageView) => void
  /** keeps everything as it is; absent while an answer is missing */
  onLeave: (() => void) | undefined
}

/** The recipient's choices for a gift. */
function GiftForm({ gift, token, isHeir, onSaved, onLeave }: GiftFormProps) {
  const { styles, size, measured, address } = gift
  return (
    <WearerForm
      gender={gift.gender}
      // An earlier choice was already confirmed.
      start={{ styles, size, measured, address, isConfirmed: gift.isChosen }}
      isHeir={isHeir}
      isAddressKnown
      addressFields={(fields) => <GiftAddress {...fields} />}
      onSend={async (chosen) => {
        const sent = { token, ...chosen, was: { styles, size, address } }
        onSaved(await sendCall(giftContracts.chooseForGift, sent))
      }}
      end={(isBusy) => (
        <>
          <p className="note">
            {gift.chooseBy ? `You can change all of this until ${formatDay(gift.chooseBy, gift.today)}.` : ''}
          </p>
          {onLeave && (
            <button className="btn btn-3" type="button" onClick={onLeave}>
              Leave it
            </button>
          )}
          <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
            {gift.isChosen ? 'Save' : gift.boxes.length === 1 ? 'Send me my belt' : 'Send me belts'}
          </button>
        </>
      )}
    />
  )
}

/** The recipient's address as the giver entered it: confirm it by leaving it, or change it. */
function GiftAddress({ address, onChange, errors }: AddressFieldsProps) {
  const [isTyping, setTyping] = useState(false)
  const isWrong = Object.keys(address).some((key) => errors[key])
  return (
    <fieldset className="group">
      <legend>Send it here?</legend>
      {isTyping || isWrong ? (
        <AddressFields
          address={address}
          errors={errors}
          onChange={(changes) => {
            // The fields stay when correcting one removes the error that opened them.
            setTyping(true)
            onChange(changes)
          }}
        />
      ) : (
        <>
          <p className="gift-address">{addressLine(address)}</p>
          <p>
            <button className="btn btn-3" type="button" onClick={() => setTyping(true)}>
              Use another address
            </button>
          </p>
        </>
      )}
    </fieldset>
  )
}

type GiftChosenProps = {
  ref: Ref<HTMLHeadingElement>
  gift: GiftPageView
  /** just chosen */
  isNew: boolean
  onChange: () => void
}

/** The recipient's choices, and which belt comes when. */
function GiftChosen({ ref, gift, isNew, onChange }: GiftChosenProps) {
  const name = callName(gift.recipientName)
  const styles = gift.styles.map((style) => styleNames[style]).join(', ')
  return (
    <section className="sheet gift-form" aria-labelledby="gift-chosen">
      <div className="gift-parts">
        <div className="group">
          <h2 className="group-title" id="gift-chosen" ref={ref} tabIndex={-1}>
            {isNew ? `Thank you${name ? `, ${name}` : ''}. You’re all set.` : 'What you chose'}
          </h2>
          <dl className="kv">
            <dt>Style</dt>
            <dd>{styles}</dd>
            <dt>Size</dt>
            <dd className="num">
              {gift.size === unsureSize
                ? 'Not sure yet. We’ll ask again, and your first belt ships once you’ve picked. A measuring guide comes with it.'
                : sizeAsMeasured(gift.size, gift.measured)}
            </dd>
            <dt>To</dt>
            <dd>{addressLine(gift.address)}</dd>
          </dl>
        </div>
        <div className="group">
          <h3 className="group-title">{gift.boxes.length === 1 ? 'Your belt' : 'Your belts'}</h3>
          <ol className="gift-belts">
            {gift.boxes.map((box) => (
              <li key={box.drop}>
                <b className="num">{dropTitle(box.drop)}</b>
                <span className="num">{beltText(box, gift.today)}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className="given-do">
        <p className="note">
          {gift.chooseBy ? `You can change this until ${formatDay(gift.chooseBy, gift.today)}. ` : ''}
          Skip a month or see what’s shipped on <a href="/account">your page</a>.
        </p>
        {gift.boxes.some((box) => box.isOpen) && (
          <button className="btn btn-2" type="button" onClick={onChange}>
            Change
          </button>
        )}
      </div>
    </section>
  )
}
