import { useState } from 'react'
import type { PlanView } from '../../../domain/admin/plan-contracts.ts'
import { firstFeatures } from '../../../domain/first-plans.ts'
import { centsOfDollars } from '../../../domain/money.ts'
import { planOf } from '../../../domain/plan.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useChange } from '../client/use-admin.ts'
import { EditDialog } from '../ui/dialogs.tsx'
import { CheckField } from '../ui/fields.tsx'
import { useSaveOver } from '../ui/use-save-over.tsx'

type PlanDialogProps = {
  /** null: a new plan */
  plan: PlanView | null
  onClose: () => void
}

type Written = Record<'name' | 'price' | 'months' | 'originalPrice' | 'features', string> & {
  popular: boolean
}

const fieldsOf = (value: Written) => ({
  name: value.name,
  price: value.price.trim(),
  months: Number(value.months),
  originalPrice: value.originalPrice.trim() || null,
  popular: value.popular,
  features: value.features.split('\n').filter((line) => line.trim() !== ''),
})

/** Creates a plan, or changes it for future buyers. */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const [began] = useState({
    name: plan?.name ?? '',
    price: plan?.price ?? '',
    months: plan ? String(plan.months) : '',
    originalPrice: plan?.originalPrice ?? '',
    popular: plan?.popular ?? false,
    features: (plan?.features ?? firstFeatures).join('\n'),
  })
  const [value, setValue] = useState(began)
  const change = (part: Partial<typeof value>) => setValue((before) => ({ ...before, ...part }))
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const then = {
    changes: ['/api/admin/plans'],
    onSuccess() {
      showToast({
        title: plan ? 'Plan changed' : 'Plan created',
        description: 'Every page says so from now on.',
      })
      onClose()
    },
    onError(error: Error) {
      setWrong(error instanceof ApiError ? error.fields : {})
    },
  }
  const create = useChange('createPlan', then)
  const { change: update, question } = useSaveOver('updatePlan', then)
  const error = create.error ?? update.error

  function save() {
    const fields = fieldsOf(value)
    if (plan) update.mutate({ id: plan.id, ...fields, was: fieldsOf(began) })
    else create.mutate(fields)
  }

  return (
    <EditDialog
      title={plan ? `Change ${plan.name}` : 'New plan'}
      action={plan ? 'Save changes' : 'Create the plan'}
      isBusy={create.isPending || update.isPending}
      error={error && sentenceOf(error, 'We couldn’t save the plan. Try again.')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={value.name}
        onChange={(name) => change({ name })}
        error={wrong.name}
        maxLength={60}
        required
      />
      <div className="adm-row">
        <TextField
          label="Months"
          inputMode="numeric"
          value={value.months}
          onChange={(months) => change({ months })}
          error={wrong.months}
          hint={plan?.isSold ? 'People bought it, so you can’t change this.' : '1 to 24: a belt each.'}
          disabled={plan?.isSold ?? false}
          maxLength={2}
          required
        />
        <TextField
          label="Price of all months, in dollars"
          inputMode="decimal"
          value={value.price}
          onChange={(price) => change({ price })}
          error={wrong.price}
          hint="Before tax, such as 357.00"
          required
        />
      </div>
      <TextField
        label="Was, in dollars a month"
        inputMode="decimal"
        value={value.originalPrice}
        onChange={(originalPrice) => change({ originalPrice })}
        error={wrong.originalPrice}
        hint="What the month is compared with. Leave it empty to compare with nothing."
      />
      <TextArea
        label="Features, one a line"
        value={value.features}
        onChange={(features) => change({ features })}
        error={wrong.features}
        rows={5}
        required
      />
      <CheckField isChecked={value.popular} onChange={(popular) => change({ popular })}>
        Best Value. Takes the badge from the plan that has it now.
      </CheckField>
      <Preview {...value} />
      {plan && plan.members > 0 && (
        <p className="adm-note">
          {plan.members === 1 ? 'The member' : `The ${plan.members} members`} who renew it keep their price. A
          price run changes that.
        </p>
      )}
      {question}
    </EditDialog>
  )
}

/** A preview of what visitors will read. */
function Preview({ price, months, originalPrice }: { price: string; months: string; originalPrice: string }) {
  const priceCents = centsOfDollars(price)
  const intervalCount = Number(months)
  if (priceCents === null || !Number.isInteger(intervalCount) || intervalCount < 1) return null
  const plan = planOf({
    ...{ planId: '', name: '', popular: false, features: [], isActive: true },
    ...{ priceCents, intervalCount, originalPriceCents: centsOfDollars(originalPrice) },
  })
  const was = plan.originalPrice && `was ${plan.originalPrice}`
  return (
    <p className="adm-note num">
      {[`${plan.price} ${plan.period}`, was, plan.savings, plan.billing].filter(Boolean).join(', ')}
    </p>
  )
}
