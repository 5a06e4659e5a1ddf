let taken: string | null | undefined

/**
 * The token of the mail's link behind the # of the address, and then the address without it: neither the history nor a
 * shared address keeps it. Once per document.
 */
export function takeToken(): string | null {
  if (taken !== undefined) return taken
  taken = /^#([\w-]{43})$/.exec(window.location.hash)?.[1] ?? null
  const { pathname, search } = window.location
  if (taken) window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return taken
}

/** It was used: the next look finds none. */
export function forgetToken() {
  taken = null
}
