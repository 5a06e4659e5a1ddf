import { useState } from 'react'
import type { PlanView } from '../../../domain/admin/plan-contracts.ts'
import type { StopOutlook } from '../../../domain/admin/renewal-stop-contracts.ts'
import { styleNames, styles } from '../../../domain/belt.ts'
import { addDays, formatDate } from '../../../domain/calendar-date.ts'
import { counted } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useShop } from '../../shop/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange, useChange } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { CheckField, SelectField } from '../ui/fields.tsx'

export const stopChanges = ['/api/admin/renewal-stops', '/api/admin/promises']

const kinds = [
  ['pause', 'Stop renewals until a day'],
  ['close', 'Cancel every renewal, for good'],
] as const

/** Choose, preview, start: nothing changes before the last step. */
export function StopForm({ plans }: { plans: readonly PlanView[] }) {
  const { today } = useShop()
  const empty = {
    kind: 'pause' as 'pause' | 'close',
    planId: '',
    style: '',
    size: '',
    untilDay: '',
    refunds: true,
  }
  const [value, setValue] = useState(empty)
  const [reason, setReason] = useState('')
  const [id, setId] = useState(() => crypto.randomUUID())
  const [isAsked, setAsked] = useState(false)
  const scope = {
    kind: value.kind,
    planId: value.planId || null,
    style: (value.style || null) as (typeof styles)[number] | null,
    size: value.size.trim() || null,
    untilDay: (value.kind === 'pause' && value.untilDay) || null,
    refunds: value.kind === 'close' && value.refunds,
  }
  const preview = useChange('previewRenewalStop', { changes: [] })
  const start = useChange('startRenewalStop', {
    changes: stopChanges,
    onSuccess: () => {
      showToast({ title: 'Started', description: 'The shop works through it. You can hold it at any time.' })
      setValue(empty)
      setReason('')
      setId(crypto.randomUUID())
      preview.reset()
    },
  })
  const change = (part: Partial<typeof value>) => {
    setValue((before) => ({ ...before, ...part }))
    preview.reset()
  }
  const error = start.error ?? preview.error
  const fields = error instanceof ApiError ? error.fields : {}
  const seen = preview.data
  return (
    <form
      className="panel adm-form"
      aria-labelledby="stop-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (seen) setAsked(true)
        else preview.mutate(scope)
      }}
    >
      <h2 id="stop-title">Stop renewals, or close</h2>
      <div className="adm-row">
        <SelectField
          label="What to do"
          value={value.kind}
          options={[...kinds]}
          onChange={(kind) => change({ kind })}
        />
        <SelectField
          label="Plan"
          value={value.planId}
          options={[['', 'Every plan'], ...plans.map(({ planId, name }) => [planId, name] as const)]}
          onChange={(planId) => change({ planId })}
        />
        <SelectField
          label="Wants only"
          value={value.style}
          options={[['', 'Any style'], ...styles.map((style) => [style, styleNames[style]] as const)]}
          onChange={(style) => change({ style })}
        />
        <TextField
          label="Size"
          value={value.size}
          onChange={(size) => change({ size })}
          hint="Empty: every size"
        />
        {value.kind === 'pause' && (
          <TextField
            label="Charges begin again on"
            type="date"
            min={addDays(today, 2)}
            value={value.untilDay}
            onChange={(untilDay) => change({ untilDay })}
            error={fields.untilDay}
            hint="Each member pays on their own day after it"
          />
        )}
      </div>
      {value.kind === 'close' && (
        <CheckField isChecked={value.refunds} onChange={(refunds) => change({ refunds })}>
          Refund belts that aren’t packed yet, gifts too
        </CheckField>
      )}
      <TextField
        label="Why, in words that members read"
        value={reason}
        onChange={setReason}
        error={fields.reason}
        hint="“We’ve run out of belts in your size, and new ones come in March.”"
      />
      <div role="status">
        {error && !fields.untilDay && !fields.reason && (
          <p className="err">{failedChange(error, 'That didn’t work. Try again.')}</p>
        )}
        {seen && <p className="adm-note num">{outlook(seen, scope)}</p>}
      </div>
      <div className="adm-tools">
        <button
          className="btn btn-1"
          type="submit"
          disabled={preview.isPending || start.isPending || reason.trim() === '' || seen?.members === 0}
        >
          {seen ? 'Start' : 'See who’s affected'}
        </button>
      </div>
      {isAsked && seen && (
        <AskDialog
          title={value.kind === 'pause' ? 'Stop these renewals?' : 'Cancel all of these?'}
          action={value.kind === 'pause' ? 'Stop them' : 'Cancel them'}
          isBusy={start.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            start.mutate({ id, ...scope, members: seen.members, reason: reason.trim() })
          }}
        >
          <p className="num">{outlook(seen, scope)}</p>
        </AskDialog>
      )}
    </form>
  )
}

function outlook(
  { members, boxes, refundCents }: StopOutlook,
  scope: { kind: string; untilDay: string | null },
) {
  if (members === 0) return 'This changes no membership now.'
  const whom = counted(members, 'membership', 'memberships')
  if (scope.kind === 'pause')
    return `${whom}: the next charge moves to ${formatDate(scope.untilDay!)} or later, and each payer is emailed. Belts they’ve paid for stay. Until then, nobody can buy what’s stopped.`
  const back =
    boxes === 0
      ? 'No money goes back.'
      : `${counted(boxes, 'belt', 'belts')} worth ${formatCents(refundCents)} before tax, less what was paid by store credit, go back with their tax.`
  return `${whom}: nothing renews anymore, and each payer is emailed. ${back} Stop payments first, so that no one joins.`
}
