/** Told where no card can be taken on this host: the owner reads why, the buyer reads what to do. */
export function noKeySentence(hostname: string, supportEmail: string): string {
  return `We can’t take cards on ${hostname} yet: the shop has no payment key for this address. You haven’t been charged, and your cart is safe. Write to ${supportEmail} and we’ll tell you when it works.`
}
