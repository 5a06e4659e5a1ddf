import { useParams } from 'react-router'
import './gift.css'
import { GiftFrame } from './gift-frame.tsx'
import { GiftLoaded } from './gift-loaded.tsx'
import { useGift } from './use-gift.ts'

/**
 * The page of a gift's recipient (club.md "The gift"). What the server renders is the same for every link; whose gift
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
          {standing === 'loading' && <h1>A gift for you</h1>}
          {standing === 'over' && (
            <>
              <h1>This link is over</h1>
              <p className="lead">
                Its time has passed, or it was not copied whole. If somebody gave you belts, they come to you
                all the same, and your own page shows them.
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
              <h1>Your gift did not load</h1>
              <p className="lead">We got no answer. Your link is still good.</p>
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
