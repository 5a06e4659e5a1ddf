import { useParams } from 'react-router'
import './gift.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type GiftPageView, giftContracts } from '../../domain/account/gift-contracts.ts'
import { ApiError, sendCall } from '../browser/call-api.ts'

import { ThemeToggle } from '../layout/theme-toggle.tsx'
import { useShop } from '../shop/use-shop.ts'
import '../layout/header.css'
import '../layout/footer.css'

import { beltsSentence, giftTitle, nextBeltSentence, signatureOf } from '../../domain/gift-copy.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { Mark } from '../ui/mark.tsx'
import { GiftChosen } from './gift-chosen.tsx'
import { GiftForm } from './gift-form.tsx'

/**
 * The page of a gift's recipient (club-rules.md "The gift"). What the server renders is the same for every link; whose gift
 * it is the browser asks, with the token of its own address.
 */
export default function GiftPage() {
  const { token = '' } = useParams()
  const { gift, standing, setGift, tryAgain } = useGift(token)
  return (
    <GiftFrame>
      {gift ? (
        <GiftLoaded gift={gift} token={token} onChosen={setGift} />
      ) : (
        <div className="narrow gift-alone" aria-busy={standing === 'loading' || undefined}>
          {standing === 'loading' && (
            <>
              <h1>A gift for you</h1>
              {/* The address as it is, whatever its token: the server writes the letter (server/http/gift-letter.ts). */}
              <noscript>
                <meta httpEquiv="refresh" content="0;url=?letter" />
                <p>
                  <a className="btn btn-1" href="?letter">
                    Open your letter
                  </a>
                </p>
              </noscript>
            </>
          )}
          {standing === 'over' && (
            <>
              <h1>This link has expired</h1>
              <p className="lead">
                It’s too old, or part of it got cut off. If someone gave you belts, they’re still coming, and
                you’ll find them on your page.
              </p>
              <p>
                <a className="btn btn-1" href="/account">
                  Go to my page
                </a>
              </p>
            </>
          )}
          {standing === 'no-answer' && (
            <>
              <h1>Your gift didn’t load</h1>
              <p className="lead">We couldn’t reach the shop. Your link still works.</p>
              <p>
                <button className="btn btn-2" type="button" onClick={tryAgain}>
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

type Standing = 'loading' | 'here' | 'over' | 'no-answer'

/** The gift that the address opens. */
function useGift(token: string) {
  const [gift, setGift] = useState<GiftPageView | null>(null)
  const [standing, setStanding] = useState<Standing>('loading')
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isGone = false
    setStanding('loading')
    sendCall(giftContracts.openGift, { token }).then(
      (view) => {
        if (isGone) return
        setGift(view as GiftPageView)
        setStanding('here')
      },
      (error: unknown) => !isGone && setStanding(isRefused(error) ? 'over' : 'no-answer'),
    )
    return () => {
      isGone = true
    }
  }, [token, round])

  return { gift, standing, setGift, tryAgain: () => setRound((before) => before + 1) }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/** What stands around a gift: the mark, and no way to a price. */
export function GiftFrame({ children }: { children: ReactNode }) {
  const { name, supportEmail, today } = useShop()
  return (
    <>
      <header className="head">
        <div className="wrap">
          <span className="logo">
            <Mark />
            <span>{name}</span>
          </span>
          <div className="head-icons gift-icons">
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="wrap page">{children}</div>
      </main>
      <footer className="foot gift-foot" data-theme="dark">
        <div className="wrap legal">
          <span>
            {supportEmail !== '' && (
              <>
                Questions? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </>
            )}
          </span>
          <span>
            © {today.slice(0, 4)} {name}
          </span>
        </div>
      </footer>
    </>
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
