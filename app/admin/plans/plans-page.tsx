import { useState } from 'react'
import type { PlanView } from '../../../domain/admin/plan-contracts.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PriceRuns } from './price-runs.tsx'

/** What the shop sells and for how much. */
export default function PlansPage() {
  const staff = useStaff()
  const [shown, setShown] = useState<PlanView | 'new' | null>(null)
  const plans = useAdmin('listPlans', {})
  return (
    <>
      <ScreenHead
        title="Plans"
        note="A change is what the next buyers get. Members keep their price until a price run."
      >
        {staff.may('createPlan') && (
          <button className="btn btn-1" type="button" onClick={() => setShown('new')}>
            New plan
          </button>
        )}
      </ScreenHead>
      {shown && <PlanDialog plan={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
      <ListState query={plans}>
        {(data) => (
          <Table
            label="Plans"
            className="num"
            rows={data.plans}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Plan',
                cell: ({ name, popular }) => (
                  <span>
                    <b>{name}</b> {popular && <span className="tag">Best Value</span>}
                  </span>
                ),
              },
              { head: 'Months', isFigure: true, cell: ({ months }) => months },
              { head: 'Price', isFigure: true, cell: ({ price }) => `$${price}` },
              { head: 'Renew it', isFigure: true, cell: ({ members }) => members },
              {
                head: 'State',
                cell: ({ isActive }) => (
                  <span className={isActive ? 'st ok' : 'st'}>{isActive ? 'On sale' : 'Retired'}</span>
                ),
              },
              {
                head: 'Change',
                isHeadHidden: true,
                cell: (plan) =>
                  staff.may('updatePlan') && <Acts plan={plan} onChange={() => setShown(plan)} />,
              },
            ]}
          />
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
