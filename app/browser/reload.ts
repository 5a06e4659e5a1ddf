export const noAnswer = 'We couldn’t reach the shop. Nothing’s lost. Check your connection and try again.'

/**
 * Loads a page from scratch, this one by default, but only once the server answers: the current page isn't given up
 * for one that doesn't come.
 * @throws TypeError without an answer
 */
export async function reload(path?: string) {
  await fetch(path ?? '', { method: 'HEAD' })
  if (path) window.location.assign(path)
  else window.location.reload()
}
