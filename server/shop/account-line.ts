/** One thing about the account at the payment provider that the owner should know. */
export type AccountLine = {
  id: string
  label: string
  state: 'good' | 'watch' | 'bad'
  /** what mends it; empty where nothing is wrong */
  advice: string
}
