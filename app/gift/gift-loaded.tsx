import { useEffect, useRef, useState } from 'react'
import type { GiftPageView } from '../../domain/account/gift-calls.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropName } from '../../domain/drop.ts'
import { beltsSentence, giftTitle, signatureOf } from '../../domain/gift-words.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { GiftChosen } from './gift-chosen.tsx'
import { GiftForm } from './gift-form.tsx'

type GiftLoadedProps = { gift: GiftPageView; token: string; onChosen: (gift: GiftPageView) => void }

/** From whom, the message as a letter, and beside it what is to be chosen or was. */
export function GiftLoaded({ gift, token, onChosen }: GiftLoadedProps) {
  // Who was not sure comes back to say it.
  const [isChanging, setChanging] = useState(!gift.isChosen || gift.size === unsureSize)
  const chosen = useRef<HTMLHeadingElement>(null)
  const [hasChosen, setHasChosen] = useState(false)
  const words = { ...gift, belts: gift.boxes.length }

  // Where the form was, its answer stands: whoever reads by ear is taken there.
  useEffect(() => {
    if (hasChosen && !isChanging) chosen.current?.focus()
  }, [hasChosen, isChanging])

  return (
    <div className="gift-split">
      <div className="gift-from">
        <h1>{giftTitle(words)}</h1>
        <p className="lead">
          {beltsSentence(words)} {nextSentence(gift)}
        </p>
        {gift.message && (
          <figure className="given-letter">
            <blockquote>{gift.message}</blockquote>
            <figcaption>{signatureOf(gift)}</figcaption>
          </figure>
        )}
      </div>
      {isChanging ? (
        <GiftForm
          gift={gift}
          token={token}
          onSaved={(view) => {
            onChosen(view)
            setHasChosen(true)
            setChanging(false)
          }}
          onLeave={gift.isChosen ? () => setChanging(false) : undefined}
        />
      ) : (
        <GiftChosen ref={chosen} gift={gift} isNew={hasChosen} onChange={() => setChanging(true)} />
      )}
    </div>
  )
}

/** Which belt leaves next, and by when. */
function nextSentence({ boxes }: GiftPageView): string {
  const next = boxes.find((box) => box.state !== 'sent')
  if (!next) return ''
  const which = boxes.length === 1 ? 'It' : next === boxes[0] ? 'The first' : 'The next'
  if (next.state === 'waiting') return `${which} waits for you to choose.`
  return `${which} is in the ${dropName(next.drop)} drop and ships by ${formatDay(next.shipBy)}.`
}
