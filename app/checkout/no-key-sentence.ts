/** Told where no card can be taken on this host: the owner reads why, the buyer reads what to do. */
export function noKeySentence(hostname: string, supportEmail: string): string {
  return `Cards cannot be taken on ${hostname}: the shop has no payment key for this address. Nothing was charged, and your cart is kept. Please write to ${supportEmail}, and we will tell you when it works.`
}
