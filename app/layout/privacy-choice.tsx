import { useEffect, useState } from 'react'
import { chooseDoNotSell, hasChosenDoNotSell, hasPrivacyControl } from '../browser/refuses-tracking.ts'

/** "Do not sell or share", for everybody, and what holds now. */
export function PrivacyChoice() {
  const [isChosen, setIsChosen] = useState(false)
  const [hasControl, setHasControl] = useState(false)
  useEffect(() => {
    setIsChosen(hasChosenDoNotSell())
    setHasControl(hasPrivacyControl())
  }, [])

  function toggle() {
    chooseDoNotSell(!isChosen)
    setIsChosen(!isChosen)
    // What others loaded into this page cannot be taken back out of it.
    if (!isChosen && 'dataLayer' in window) window.location.reload()
  }

  return (
    <div className="privacy-choice">
      <button type="button" aria-pressed={isChosen} onClick={toggle}>
        Do not sell or share my personal information
      </button>
      <span role="status">
        {hasControl
          ? 'Global Privacy Control is on in your browser, and honored.'
          : isChosen
            ? 'Chosen: nothing is sold or shared.'
            : 'Global Privacy Control is honored.'}
      </span>
    </div>
  )
}
