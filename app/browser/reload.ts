export const noAnswer = 'There is no answer. Nothing is lost: try again when the connection is back.'

/**
 * Has the browser load an address anew, this page's where none is given; only once the server answers, so that nobody
 * gives up a page that stands for one that does not come.
 * @throws TypeError when there is no answer
 */
export async function reload(path?: string) {
  await fetch(path ?? '', { method: 'HEAD' })
  if (path) window.location.assign(path)
  else window.location.reload()
}
