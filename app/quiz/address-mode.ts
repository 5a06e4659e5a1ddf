const key = 'addressEntry'

/** Whoever chose to type the address by hand is not asked again in this tab. */
export function prefersManualAddress(): boolean {
  try {
    return sessionStorage.getItem(key) === 'manual'
  } catch {
    return false
  }
}

export function keepAddressMode(isManual: boolean) {
  try {
    if (isManual) sessionStorage.setItem(key, 'manual')
    else sessionStorage.removeItem(key)
  } catch {
    // Storage may be forbidden; the choice then lasts for this step.
  }
}
