const body = `Order number:

Reason for the return or exchange:

Details (for an exchange: the size or style you would like):
`

/** The pre-filled email that starts a return (spec §2 "Returns page"; RFC 6068). */
export function returnMailLink(supportEmail: string): string {
  const subject = encodeURIComponent('Return or Exchange Request')
  // RFC 6068 §5: line breaks in a mailto body are %0D%0A.
  return `mailto:${supportEmail}?subject=${subject}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
}
