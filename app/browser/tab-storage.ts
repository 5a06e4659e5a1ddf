// What session storage refused because it is full or forbidden: it lasts until the page is left.
const refused = new Map<string, string>()

/** What this tab keeps under a key, or null. */
export function readFromTab(key: string): string | null {
  const held = refused.get(key)
  if (held !== undefined) return held
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this tab; null removes it. */
export function keepInTab(key: string, text: string | null) {
  refused.delete(key)
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    if (text !== null) refused.set(key, text)
  }
}
