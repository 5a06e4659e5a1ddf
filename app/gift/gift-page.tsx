import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { type GiftPageView, giftContracts } from '../../domain/account/gift-contracts.ts'
import { beltsSentence, giftTitle, nextBeltSentence, signatureOf } from '../../domain/gift-copy.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { GiftChosen } from './gift-chosen.tsx'
import { GiftForm } from './gift-form.tsx'
import { GiftFrame, LinkUnread, useMailedLink } from './gift-frame.tsx'
import './gift.css'

/**
 * The page of a gift's recipient (club-rules.md "The gift"). What the server renders is the same for every link; whose gift
 * it is the browser asks, with the token of its own address.
 */
export default function GiftPage() {
  const { token = '' } = useParams()
  const { view, standing, setView, tryAgain } = useMailedLink<GiftPageView>(giftContracts.openGift, token)
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
            // The address as it is, whatever its token: the server writes the letter (server/http/gift-letter.ts).
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
      <div className="gift-from unwraps">
        <h1>{giftTitle(words)}</h1>
        <p className="lead">
          {beltsSentence(words)} {nextBeltSentence(gift)}
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
