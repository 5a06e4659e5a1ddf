/**
 * The token of the mail's link behind the # of the address, and then the address without it: neither the history nor a
 * shared address keeps it. Null where there is none.
 */
export function takeToken(): string | null {
  const token = /^#([\w-]{43})$/.exec(window.location.hash)?.[1] ?? null
  const { pathname, search } = window.location
  if (token) window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return token
}
