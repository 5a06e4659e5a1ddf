export const noAnswer = 'There is no answer. Nothing is lost: try again when the connection is back.'

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
