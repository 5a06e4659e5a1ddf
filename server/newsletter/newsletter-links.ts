/**
 * The addresses in a newsletter mail, and the header lines by which mail programs unsubscribe with one click
 * (RFC 2369, RFC 8058).
 * @param publicUrl without a slash at the end
 */
export function newsletterLinks(publicUrl: string, token: string) {
  const unsubscribe = `${publicUrl}/newsletter/unsubscribe/${token}`
  return {
    confirm: `${publicUrl}/newsletter/confirm/${token}`,
    unsubscribe,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
