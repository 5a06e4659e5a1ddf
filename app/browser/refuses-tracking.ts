/** Local storage key of "Do not sell or share my personal information". */
const key = 'doNotSell'
/** The choice if storage is blocked: it then lasts for this page. */
let unstored = false

/** Whether the browser sends Global Privacy Control. */
export function hasPrivacyControl(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Whether the visitor chose Do Not Sell, in this tab or another. */
export function hasChosenDoNotSell(): boolean {
  try {
    return unstored || localStorage.getItem(key) === '1'
  } catch {
    return unstored
  }
}

/** Saves the visitor's choice, effective right away. */
export function chooseDoNotSell(isChosen: boolean) {
  unstored = false
  try {
    if (isChosen) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    unstored = isChosen
  }
}

/** Whether the visitor opted out of tracking (spec §1; Global Privacy Control is legally binding). */
export function refusesTracking(): boolean {
  return hasPrivacyControl() || hasChosenDoNotSell()
}
