import { addressOf } from '../call-admin.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { OwnersTwoStep } from './owners-two-step.tsx'
import { PaymentsSwitch } from './payments-switch.tsx'
import { ShopForm } from './shop-form.tsx'

/** What the owner sets without touching the environment. */
export default function SettingsPage() {
  const settings = useAdmin('readSettings', {})
  const staff = useStaff()
  return (
    <>
      <div className="adm-bar">
        <h1>Settings</h1>
      </div>
      <ListState query={settings} empty={() => null}>
        {(data) => (
          <div className="dash">
            <section className="panel d7" aria-labelledby="shop-title">
              <h2 id="shop-title">The shop</h2>
              <ShopForm settings={data} />
            </section>
            <div className="d5 adm-stack">
              <PaymentsSwitch stopped={data.paymentsStopped} />
              {staff.may('setOwnersTwoStep') && <OwnersTwoStep isNeeded={data.ownersNeedTwoStep} />}
              <section className="panel" aria-labelledby="figures-title">
                <h2 id="figures-title">What we promise</h2>
                <p className="quiet">
                  These stand in the terms, and members agreed to them: a change is announced 30 days ahead
                  and made with the terms.
                </p>
                <dl className="kv is-list">
                  {data.figures.map(({ name, value }) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd className="num">{value}</dd>
                    </div>
                  ))}
                </dl>
              </section>
              {staff.may('exportConsents') && (
                <section className="panel" aria-labelledby="consents-title">
                  <h2 id="consents-title">What buyers agreed to</h2>
                  <p className="quiet">
                    The renewal terms of every order that renews: their words, their version and when the box
                    was ticked.
                  </p>
                  <p>
                    <a className="btn btn-2" href={addressOf('exportConsents', {})} download>
                      Export CSV
                    </a>
                  </p>
                </section>
              )}
            </div>
          </div>
        )}
      </ListState>
    </>
  )
}
