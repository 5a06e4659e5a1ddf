import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatDate } from '../../domain/calendar-date.ts'
import type { MembershipView } from '../../domain/membership-view.ts'
import { formatCents } from '../../domain/money.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import type { Notice } from './client/notice.tsx'
import { callAccount, sentenceOf, useAccountChange } from './client/use-account.ts'

type PlanPanelProps = { membership: MembershipView; onDone: (notice: Notice) => void }

/** Another plan for the next term, with its price, date and terms shown before the click. */
export function PlanPanel({ membership, onDone }: PlanPanelProps) {
  const { id } = membership
  const [chosen, setChosen] = useState<string | null>(null)
  const choices = useQuery({
    queryKey: ['account-plans', id],
    queryFn: () => callAccount('listPlanChoices', { id }),
    staleTime: 0,
  })
  const change = useAccountChange('changePlan')
  const plans = choices.data?.plans ?? []
  const plan = plans.find(({ planId }) => planId === chosen)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!plan || change.isPending) return
    change.mutate(
      { id, planId: plan.planId, terms: plan.terms },
      {
        onSuccess: () =>
          onDone({
            words: `From ${formatDate(plan.chargeOn)}, your plan is ${plan.name}. Nothing is charged today.`,
          }),
        onError: (error) => onDone({ words: sentenceOf(error), isBad: true }),
      },
    )
  }

  return (
    <form className="account-panel" id={`plan-${id}`} onSubmit={submit}>
      <fieldset className="group">
        <legend>For my next term</legend>
        <div className="account-options">
          {plans.map((each) => (
            <label key={each.planId} className="agree">
              <input
                className="tick"
                type="radio"
                name="plan"
                value={each.planId}
                checked={chosen === each.planId}
                onChange={() => setChosen(each.planId)}
              />
              <span className="num">
                <b>{each.name}</b>
                <span className="quiet">
                  : {formatCents(each.amountCents)}
                  {each.taxCents > 0 && ` plus ${formatCents(each.taxCents)} tax`} on{' '}
                  {formatDate(each.chargeOn)}
                </span>
              </span>
            </label>
          ))}
        </div>
        <div role="status">
          {choices.isPending && <p className="quiet">One moment...</p>}
          {choices.error && <p className="err">{sentenceOf(choices.error)}</p>}
          {choices.data && plans.length === 0 && <p>There’s no other plan right now.</p>}
        </div>
      </fieldset>
      {plan && <p className="note num">{plan.terms}</p>}
      <p>
        <button className="btn btn-2" type="submit" aria-disabled={!plan || change.isPending || undefined}>
          Change my plan
        </button>
      </p>
    </form>
  )
}

/** The plan chosen for the next term, and how to undo it. */
export function PlanToCome({ membership, onDone }: PlanPanelProps) {
  const undo = useAccountChange('undoPlanChange')
  const { id, money } = membership
  if (!money?.nextPlan) return null
  return (
    <p className="note num">
      Your plan changes to {money.nextPlan.name}
      {money.nextChargeOn && ` with the charge on ${formatDate(money.nextChargeOn)}`}.{' '}
      <BusyButton
        className="text-btn"
        isBusy={undo.isPending}
        onClick={() =>
          undo.mutate(
            { id },
            {
              onSuccess: () => onDone({ words: `Your plan stays ${money.planName}.` }),
              onError: (error) => onDone({ words: sentenceOf(error), isBad: true }),
            },
          )
        }
      >
        Keep {money.planName}
      </BusyButton>
    </p>
  )
}
