import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { StateTax } from '../../../domain/admin/sales-tax-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { formatCents } from '../../../domain/money.ts'
import { type TaxWay, taxAtRate } from '../../../domain/tax.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useShop } from '../../shop/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange } from '../client/use-admin.ts'
import { EditDialog } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/fields.tsx'
import { useSaveOver } from '../ui/use-save-over.tsx'

type TaxRuleDialogProps = {
  taxes: AdminReply<'readSalesTax'>
  /** null: to be chosen */
  state: StateTax | null
  onClose: () => void
}

/** Sets from which date a state's tax is collected and at which rate, or ends it. */
export function TaxRuleDialog({ taxes, state, onClose }: TaxRuleDialogProps) {
  const [value, setValue] = useState({
    state: state?.state ?? '',
    from: taxes.today,
    way: (state?.rule?.way ?? 'rate') as TaxWay,
    ratePercent: state?.rule?.ratePercent ?? '',
  })
  const change = (part: Partial<typeof value>) => setValue((before) => ({ ...before, ...part }))
  // The list behind the dialog may be refetched.
  const [began] = useState(taxes.states)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const { change: save, question } = useSaveOver('setTaxRule', {
    changes: ['/api/admin/sales-tax', '/api/admin/promises', '/api/admin/health'],
    onSuccess({ name }) {
      const isOff = value.way === 'none'
      showToast({
        title: `${name}: ${isOff ? 'no tax' : 'tax is collected'} from ${formatDay(value.from, taxes.today)}`,
        description: 'Earlier orders keep their totals.',
      })
      onClose()
    },
    onError: (error) => setWrong(error instanceof ApiError ? error.fields : {}),
  })
  const ways: [TaxWay, string][] = [
    ['rate', 'At one rate for the whole state'],
    ...(taxes.hasProvider ? [['provider', 'By address, computed by Stripe Tax'] as [TaxWay, string]] : []),
    ...(state?.rule ? [['none', 'Stop collecting'] as [TaxWay, string]] : []),
  ]

  function send() {
    const { ratePercent, ...rest } = value
    const known = began.find((each) => each.state === value.state)
    const was = { rule: known?.rule ?? null, planned: known?.planned ?? [] }
    save.mutate({ ...rest, ratePercent: value.way === 'rate' ? ratePercent : null, was })
  }

  return (
    <EditDialog
      title={state ? `Sales tax of ${state.name}` : 'Collect sales tax'}
      action={value.way === 'none' ? 'Stop collecting' : 'Collect from that day'}
      isBusy={save.isPending}
      error={save.error && !question ? failedChange(save.error) : null}
      onSubmit={send}
      onClose={onClose}
    >
      {!state && (
        <SelectField
          label="State"
          value={value.state}
          onChange={(code) => change({ state: code })}
          options={[['', 'Choose a state'], ...taxes.all.map((each) => [each.state, each.name] as const)]}
        />
      )}
      {wrong.state && <p className="err">{wrong.state}</p>}
      <TextField
        label="From"
        type="date"
        min={taxes.today}
        value={value.from}
        onChange={(from) => change({ from })}
        error={wrong.from}
        hint="Counts for orders and renewals charged on this day or later."
        required
      />
      <fieldset className="tax-ways">
        <legend className="label">How</legend>
        {ways.map(([way, label]) => (
          <label key={way} className="adm-check">
            <input type="radio" name="way" checked={value.way === way} onChange={() => change({ way })} />
            {label}
          </label>
        ))}
        {wrong.way && <p className="err">{wrong.way}</p>}
      </fieldset>
      {value.way === 'rate' && (
        <>
          <TextField
            label="Rate in percent"
            inputMode="decimal"
            value={value.ratePercent}
            onChange={(ratePercent) => change({ ratePercent })}
            error={wrong.ratePercent}
            hint="Such as 8.875. One rate for every address, so ask the state which one is yours."
            maxLength={10}
            required
          />
          <Example ratePercent={value.ratePercent} />
        </>
      )}
      {question}
    </EditDialog>
  )
}

/** An example of what a buyer will pay. */
function Example({ ratePercent }: { ratePercent: string }) {
  const [plan] = useShop().plans
  const rate = Number(ratePercent.trim().replace(/%$/, ''))
  if (!plan || !(rate > 0 && rate <= 20)) return null
  const tax = taxAtRate(plan.stripeAmount, String(rate))
  return (
    <p className="adm-note num">
      {plan.name}: {formatCents(plan.stripeAmount)} plus {formatCents(tax)} tax is{' '}
      {formatCents(plan.stripeAmount + tax)}.
    </p>
  )
}
