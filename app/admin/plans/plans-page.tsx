import { useState } from 'react'
import type { PlanView } from '../../../domain/admin/plan-contracts.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { ListState } from '../ui/list-state.tsx'

import { PlanDialog } from './plan-dialog.tsx'
import { PriceRuns } from './price-runs.tsx'

/** What the shop sells and for how much. */
export default function PlansPage() {
  const staff = useStaff()
  const [shown, setShown] = useState<PlanView | 'new' | null>(null)
  const plans = useAdmin('listPlans', {})
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Plans</h1>
          <p className="quiet">
            A change is what the next buyers get. Members keep their price until a price run.
          </p>
        </div>
        {staff.may('createPlan') && (
          <button className="btn btn-1" type="button" onClick={() => setShown('new')}>
            New plan
          </button>
        )}
      </div>
      {shown && <PlanDialog plan={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
      <ListState query={plans} empty={() => null}>
        {(data) => (
          <section className="t-wrap" aria-label="Plans">
            <table className="grid-t cards-sm num">
              <thead>
                <tr>
                  <th scope="col">Plan</th>
                  <th scope="col" className="r">
                    Months
                  </th>
                  <th scope="col" className="r">
                    Price
                  </th>
                  <th scope="col" className="r">
                    Renew it
                  </th>
                  <th scope="col">State</th>
                  <th scope="col">
                    <span className="sr">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.plans.map((plan) => (
                  <tr key={plan.id}>
                    <td data-l="Plan">
                      <span>
                        <b>{plan.name}</b> {plan.popular && <span className="tag">Best Value</span>}
                      </span>
                    </td>
                    <td data-l="Months" className="r">
                      {plan.months}
                    </td>
                    <td data-l="Price" className="r">
                      ${plan.price}
                    </td>
                    <td data-l="Renew it" className="r">
                      {plan.members}
                    </td>
                    <td data-l="State">
                      <span className={plan.isActive ? 'st ok' : 'st'}>
                        {plan.isActive ? 'On sale' : 'Retired'}
                      </span>
                    </td>
                    <td>{staff.may('updatePlan') && <Acts plan={plan} onChange={() => setShown(plan)} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </ListState>
      {plans.data && <PriceRuns plans={plans.data.plans} />}
    </>
  )
}

function Acts({ plan, onChange }: { plan: PlanView; onChange: () => void }) {
  const sale = useChange('updatePlan', {
    changes: ['/api/admin/plans'],
    onSuccess: ({ plan: { name, isActive } }) =>
      showToast({
        title: isActive ? 'Plan on sale' : 'Plan retired',
        description: isActive ? `${name} can be bought again.` : `${name} is off sale. Members keep it.`,
      }),
    onError: toastFailedChange,
  })
  return (
    <span className="adm-tools">
      <button className="text-btn" type="button" onClick={onChange}>
        Change<span className="sr"> {plan.name}</span>
      </button>
      <button
        className="text-btn"
        type="button"
        disabled={sale.isPending}
        onClick={() => sale.mutate({ id: plan.id, isActive: !plan.isActive })}
      >
        {plan.isActive ? 'Retire' : 'Sell again'}
        <span className="sr"> {plan.name}</span>
      </button>
    </span>
  )
}
