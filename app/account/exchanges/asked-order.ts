/** The order of a link that the returns page had sent: `/account?exchange=BC-…`; null without one. */
export function askedOrder(): string | null {
  return new URLSearchParams(window.location.search).get('exchange')
}
