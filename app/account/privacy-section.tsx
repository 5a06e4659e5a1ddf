import { DeleteData } from './delete-data.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

/** What concerns the address itself, whatever it bought. */
export function PrivacySection({ email }: { email: string }) {
  return (
    <section className="account-privacy" aria-labelledby="account-privacy">
      <h2 className="account-h" id="account-privacy">
        Privacy
      </h2>
      <dl className="account-rows">
        <div>
          <dt>Your data</dt>
          <dd>Everything that we know of {email}, in one file</dd>
          <dd>
            <a className="btn btn-3" href="/api/account/my-data" download>
              Download my data
            </a>
          </dd>
        </div>
        <SignOutEverywhere />
        <DeleteData />
      </dl>
    </section>
  )
}
