/** What concerns the address itself, whatever it bought. */
export function PrivacySection({ email }: { email: string }) {
  return (
    <section aria-labelledby="account-privacy">
      <h2 id="account-privacy">Privacy</h2>
      <p className="quiet">Everything here belongs to {email}.</p>
    </section>
  )
}
