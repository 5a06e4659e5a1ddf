/** When this browser last asked for a sign-in link, in milliseconds. */
const key = 'link-asked'
/** Milliseconds for which that counts: a link's thirty minutes, and some for a slow email. */
const countsFor = 60 * 60_000

/** Remembers that this browser asked for a sign-in link. */
export function noteLinkAsked() {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // Without storage, its link takes a press.
  }
}

/**
 * Whether this browser asked for a sign-in link just now. A link opened anywhere else may have been opened by a mail scanner,
 * which must not use it up.
 */
export function hasAskedForLink(): boolean {
  try {
    return Math.abs(Date.now() - Number(localStorage.getItem(key))) < countsFor
  } catch {
    return false
  }
}
