import { type ComponentProps, useState } from 'react'
import type { MemberAct } from '../../../domain/admin/member-act-contracts.ts'
import { styleNames, styles } from '../../../domain/belt.ts'
import { cancelReasonLabel, cancelReasons } from '../../../domain/cancellation.ts'
import { dropTitle } from '../../../domain/drop.ts'
import type { AddressView, MembershipView } from '../../../domain/membership-view.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastUnmade, useAdmin, useChange } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { CheckField, SelectField } from '../ui/fields.tsx'
import { RecordOf } from '../ui/track-record.tsx'

/** Does something for a member that they could do themselves: chosen, previewed, then done with a reason. */
type MembershipActionDialogProps = {
  view: MembershipView
  orderId: string
  /** someone has been asked to take the membership over */
  isAsked: boolean
  onClose: () => void
}

export function MembershipActionDialog({ view, orderId, isAsked, onClose }: MembershipActionDialogProps) {
  const [askedAs] = useState(() => crypto.randomUUID())
  const choices = actsOf(view, isAsked)
  const [kind, setKind] = useState<MemberAct['act']>(choices[0]?.act ?? 'comp')
  const [act, setAct] = useState<MemberAct | null>(null)
  const [reason, setReason] = useState('')
  const change = (next: MemberAct | null) => {
    setAct(next)
    preview.reset()
  }
  const preview = useChange('previewMemberAct', { changes: [] })
  const carryOut = useChange('actForMember', {
    changes: ['/api/admin/people', '/api/admin/orders', '/api/admin/promises'],
    onSuccess: () => {
      showToast({ title: 'Done', description: 'It’s in the audit log.' })
      onClose()
    },
    onAsked: onClose,
    onError: (error) =>
      toastUnmade(
        error,
        'Nothing was changed. Try again.',
        'The shop’s answer got lost. Press “Do it” again: it’s done only once.',
      ),
  })
  const wanted = act?.act === kind ? act : begin(kind, view)
  const isReady = preview.data !== undefined && reason.trim() !== ''
  return (
    <AskDialog
      title={`For ${view.wearer || 'this member'}`}
      action={preview.data ? 'Do it' : 'See what changes'}
      isBusy={!wanted || preview.isPending || carryOut.isPending || (preview.data !== undefined && !isReady)}
      onClose={onClose}
      onConfirm={() => {
        if (!wanted) return
        if (preview.data) carryOut.mutate({ membershipId: view.id, act: wanted, reason, askedAs })
        else preview.mutate({ membershipId: view.id, act: wanted })
      }}
    >
      <SelectField
        label="What"
        value={kind}
        options={choices.map((choice) => [choice.act, choice.label])}
        onChange={(chosen) => {
          setKind(chosen)
          change(null)
        }}
      />
      <Details kind={kind} view={view} act={wanted} onChange={change} />
      <TextArea label="Why, for the audit log" value={reason} onChange={setReason} rows={2} maxLength={500} />
      {preview.data && (
        <div className="person-preview" role="status">
          <b>{preview.data.what}</b>
          <ul>
            {preview.data.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="quiet">
            {preview.data.mailTo
              ? `We’ll email ${preview.data.mailTo}.`
              : 'There’s no email address, so no email goes out.'}
          </p>
        </div>
      )}
      {(kind === 'comp' || kind === 'extend') && <RecordOf orderId={orderId} />}
      {preview.isError && <p role="alert">{sentenceOf(preview.error, 'You can’t do that now.')}</p>}
    </AskDialog>
  )
}

function actsOf(
  { money, taste, status, isGift }: MembershipView,
  isAsked: boolean,
): { act: MemberAct['act']; label: string }[] {
  return [
    ...(taste?.skip ? [{ act: 'skip' as const, label: 'Skip the next belt' }] : []),
    ...(taste?.skip ? [{ act: 'pause' as const, label: 'Pause' }] : []),
    ...(taste?.resume ? [{ act: 'resume' as const, label: 'End the pause' }] : []),
    ...(money?.canCancel ? [{ act: 'cancel' as const, label: 'Cancel' }] : []),
    ...(money?.canUndo ? [{ act: 'undo-cancel' as const, label: 'Undo the cancellation' }] : []),
    ...(!isGift && status === 'active' && money?.nextChargeOn
      ? [{ act: 'plan' as const, label: 'Another plan' }]
      : []),
    ...(taste
      ? [
          { act: 'size' as const, label: 'Another size' },
          { act: 'styles' as const, label: 'Other styles' },
          { act: 'address' as const, label: 'Another address' },
        ]
      : []),
    ...(status === 'ended'
      ? []
      : [
          { act: 'comp' as const, label: 'Give belts on top' },
          { act: 'extend' as const, label: 'Extend: free months, then the charge' },
          isAsked
            ? { act: 'end-hand-over' as const, label: 'Take the handover back' }
            : { act: 'hand-over' as const, label: 'Hand over to someone else' },
          ...(isGift ? [{ act: 'recipient' as const, label: 'Another email for the recipient' }] : []),
        ]),
  ]
}

/** An action's initial values; null if something has to be chosen first. */
function begin(kind: MemberAct['act'], { next, taste, money }: MembershipView): MemberAct | null {
  switch (kind) {
    case 'skip':
      return next && { act: 'skip', drop: next.drop }
    case 'pause':
      return next && taste?.pauses[0] ? { act: 'pause', from: next.drop, until: taste.pauses[0].until } : null
    case 'resume':
    case 'cancel':
    case 'undo-cancel':
    case 'end-hand-over':
      return { act: kind }
    case 'comp':
      return { act: 'comp', boxes: 1 }
    case 'extend':
      return { act: 'extend', boxes: 1, from: money?.nextChargeOn ?? null }
    case 'hand-over':
      return { act: 'hand-over', name: '', email: '' }
    case 'recipient':
      return { act: 'recipient', email: '' }
    case 'address':
      return taste && { act: 'address', ...taste.address }
    default:
      return null
  }
}

type DetailsProps = {
  kind: MemberAct['act']
  view: MembershipView
  act: MemberAct | null
  onChange: (act: MemberAct | null) => void
}

function Details({ kind, view, act, onChange }: DetailsProps) {
  const { taste, next } = view
  if (kind === 'pause' && act?.act === 'pause' && next)
    return (
      <Choice
        label="Until"
        value={act.until}
        options={(taste?.pauses ?? []).map(({ until }) => [until, dropTitle(until)])}
        onChange={(until) => onChange({ act: 'pause', from: next.drop, until })}
      />
    )
  if (kind === 'size')
    return (
      <Choice
        label="Size"
        value={act?.act === 'size' ? act.size : ''}
        options={beltSizes[view.gender].map((size) => [size, size])}
        onChange={(size) => onChange({ act: 'size', size })}
      />
    )
  if (kind === 'styles') {
    const chosen =
      act?.act === 'styles' ? act.styles : styles.filter((style) => taste?.styles.includes(style))
    return (
      <fieldset className="adm-choices">
        <legend className="label">Styles</legend>
        {styles.map((style) => (
          <CheckField
            key={style}
            isChecked={chosen.includes(style)}
            onChange={(isChosen) => {
              const picked = styles.filter((each) => (each === style ? isChosen : chosen.includes(each)))
              onChange(picked.length > 0 ? { act: 'styles', styles: picked } : null)
            }}
          >
            {styleNames[style]}
          </CheckField>
        ))}
      </fieldset>
    )
  }
  if (kind === 'address' && act?.act === 'address') {
    const { act: _, ...address } = act
    return (
      <>
        {addressFields.map(([part, label]) => (
          <TextField
            key={part}
            label={label}
            value={address[part]}
            onChange={(value) => onChange({ act: 'address', ...address, [part]: value })}
          />
        ))}
      </>
    )
  }
  if (kind === 'cancel' && act?.act === 'cancel')
    return (
      <SelectField
        label="What they said, if they did"
        value={act.why ?? ''}
        options={[['', 'Nothing'], ...cancelReasons.map((why) => [why, cancelReasonLabel[why]] as const)]}
        onChange={(why) => onChange({ act: 'cancel', ...(why && { why }) })}
      />
    )
  if (kind === 'comp' && act?.act === 'comp')
    return (
      <Choice
        label="How many"
        value={String(act.boxes)}
        options={Array.from({ length: 12 }, (_, index) => [String(index + 1), String(index + 1)])}
        onChange={(boxes) => onChange({ act: 'comp', boxes: Number(boxes) })}
      />
    )
  if (kind === 'extend' && act?.act === 'extend')
    return (
      <Choice
        label="How many months"
        value={String(act.boxes)}
        options={Array.from({ length: 12 }, (_, index) => [String(index + 1), String(index + 1)])}
        onChange={(boxes) => onChange({ ...act, boxes: Number(boxes) })}
      />
    )
  if (kind === 'hand-over' && act?.act === 'hand-over')
    return (
      <>
        <TextField
          label="Their name"
          value={act.name}
          onChange={(name) => onChange({ ...act, name })}
          maxLength={200}
        />
        <TextField
          label="Their email"
          type="email"
          value={act.email}
          onChange={(email) => onChange({ ...act, email })}
          maxLength={254}
        />
      </>
    )
  if (kind === 'recipient' && act?.act === 'recipient')
    return (
      <TextField
        label="Their email"
        type="email"
        value={act.email}
        onChange={(email) => onChange({ act: 'recipient', email })}
        maxLength={254}
      />
    )
  return kind === 'plan' ? <PlanChoice view={view} act={act} onChange={onChange} /> : null
}

const addressFields: [keyof AddressView, string][] = [
  ['fullName', 'Full name'],
  ['address', 'Address'],
  ['address2', 'Apartment, suite'],
  ['city', 'City'],
  ['state', 'State'],
  ['zipCode', 'ZIP code'],
]

function PlanChoice({ view, act, onChange }: Omit<DetailsProps, 'kind'>) {
  const plans = useAdmin('listMemberPlans', { membershipId: view.id })
  return (
    <Choice
      label="Plan of the next term"
      value={act?.act === 'plan' ? act.planId : ''}
      options={(plans.data?.plans ?? []).map(({ planId, name }) => [planId, name])}
      onChange={(planId) => onChange({ act: 'plan', planId })}
    />
  )
}

type ChoiceProps = Omit<ComponentProps<typeof SelectField<string>>, 'options'> & {
  options: [value: string, word: string][]
}

/** A select that starts without a choice. */
function Choice({ options, ...field }: ChoiceProps) {
  return <SelectField {...field} options={field.value === '' ? [['', 'Choose'], ...options] : options} />
}
