export const noAnswer = 'We couldn’t reach the shop. Nothing’s lost. Check your connection and try again.'

/**
 * Loads a page from scratch, this one by default, but only once the server answers: the current page isn't given up
 * for one that doesn't come.
 * @throws TypeError without an answer
 */
export async function reload(path?: string) {
  // A path that begins with two slashes is another site's address.
  const place = new URL(path ?? '', window.location.href)
  const isHere = !path || place.origin !== window.location.origin
  await fetch(isHere ? window.location.href : place, { method: 'HEAD' })
  if (isHere) window.location.reload()
  else window.location.assign(place)
}
