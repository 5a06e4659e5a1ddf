/** Local storage key of "Do not sell or share my personal information". */
const key = 'doNotSell'
/** The choice where storage is forbidden: it then lasts for this page. */
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

/** Keeps the visitor's choice; it holds at once. */
export function chooseDoNotSell(isChosen: boolean) {
  unstored = false
  try {
    if (isChosen) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    unstored = isChosen
  }
}

/** Whether nothing may be reported of this visitor (spec §1; Global Privacy Control binds in law). */
export function refusesTracking(): boolean {
  return hasPrivacyControl() || hasChosenDoNotSell()
}
