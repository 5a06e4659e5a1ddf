import { type FormEvent, useState } from 'react'
import type { PlanId } from '../../../domain/plan.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useShop } from '../../shop/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { CheckField, SelectField } from '../ui/fields.tsx'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'

/** The promotion codes. A code is never reused, not even after it ends: orders refer to it. */
export default function PromotionsPage() {
  const staff = useStaff()
  const [making, setMaking] = useState(false)
  const codes = useAdmin('listPromotions', {})
  const end = useChange('endPromotion', {
    changes: ['/api/admin/promotions'],
    onSuccess: (_, { code }) => showToast({ title: 'Code ended', description: `${code} no longer works.` }),
    onError: (error) => toastUnmade(error, 'The code still works.'),
  })
  return (
    <>
      <ScreenHead
        title="Promotion codes"
        note="Anyone already checking out with a code keeps it when it ends."
      >
        {staff.may('createPromotion') && (
          <button
            className="btn btn-1"
            type="button"
            aria-expanded={making}
            onClick={() => setMaking((known) => !known)}
          >
            New code
          </button>
        )}
      </ScreenHead>
      {making && <PromotionForm onClose={() => setMaking(false)} />}
      <ListState
        query={codes}
        empty={(data) => (data.promotions.length > 0 ? null : 'There are no promotion codes yet.')}
      >
        {(data) => (
          <Table
            label="Promotion codes"
            rows={data.promotions}
            keyOf={({ code }) => code}
            columns={[
              { head: 'Code', cell: ({ code }) => <b>{code}</b> },
              { head: 'Discount', cell: ({ description }) => description },
              {
                head: 'Used',
                isFigure: true,
                cell: ({ uses, mostUses }) => (mostUses === null ? uses : `${uses} of ${mostUses}`),
              },
              {
                head: 'State',
                cell: ({ isActive }) => (
                  <span className={isActive ? 'st ok' : 'st'}>{isActive ? 'Active' : 'Ended'}</span>
                ),
              },
              {
                head: 'Change',
                isHeadHidden: true,
                cell: ({ code, isActive }) =>
                  isActive &&
                  staff.may('endPromotion') && (
                    <button
                      className="text-btn"
                      type="button"
                      disabled={end.isPending}
                      onClick={() => end.mutate({ code })}
                    >
                      End<span className="sr"> {code}</span>
                    </button>
                  ),
              },
            ]}
          />
        )}
      </ListState>
    </>
  )
}

/** Creates a code. The server has the rules and names the field that breaks one. */
function PromotionForm({ onClose }: { onClose: () => void }) {
  const { today, plans } = useShop()
  const [code, setCode] = useState('')
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [value, setValue] = useState('')
  const [isForever, setForever] = useState(false)
  const [chosen, setChosen] = useState<PlanId[]>([])
  const [expiresOn, setExpiresOn] = useState('')
  const [mostUses, setMostUses] = useState('')
  const create = useChange('createPromotion', {
    changes: ['/api/admin/promotions'],
    onSuccess: () => {
      showToast({ title: 'Code created', description: `${code.trim().toUpperCase()} is live.` })
      onClose()
    },
  })
  const fields = create.error instanceof ApiError ? create.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    const number = Number(value.replace(',', '.'))
    create.mutate({
      code,
      percentOff: kind === 'percent' ? number : null,
      amountOffCents: kind === 'amount' ? Math.round(number * 100) : null,
      duration: isForever ? 'forever' : 'once',
      plans: chosen.length > 0 ? chosen : null,
      expiresOn: expiresOn || null,
      mostUses: mostUses ? Number(mostUses) : null,
    })
  }

  return (
    <form className="panel adm-form" noValidate onSubmit={submit}>
      <h2>New code</h2>
      <TextField label="Code" value={code} onChange={setCode} error={fields.code} autoComplete="off" />
      <fieldset className="adm-row">
        <legend>Takes off</legend>
        <TextField
          label={kind === 'percent' ? 'Percent' : 'Dollars'}
          inputMode="decimal"
          value={value}
          onChange={setValue}
          error={fields.percentOff ?? fields.amountOffCents}
        />
        <SelectField
          label="Counted in"
          value={kind}
          options={[
            ['percent', 'percent of each item'],
            ['amount', 'dollars off the cart'],
          ]}
          onChange={setKind}
        />
      </fieldset>
      <CheckField isChecked={isForever} onChange={setForever}>
        Off every renewal too, not only the first payment
      </CheckField>
      <fieldset>
        <legend>For these plans; none chosen means all</legend>
        {plans.map(({ id, name }) => (
          <CheckField
            key={id}
            isChecked={chosen.includes(id)}
            onChange={(isChosen) =>
              setChosen((known) => (isChosen ? [...known, id] : known.filter((each) => each !== id)))
            }
          >
            {name}
          </CheckField>
        ))}
      </fieldset>
      <div className="adm-row">
        <TextField
          label="Last day, if it ends"
          type="date"
          min={today}
          value={expiresOn}
          onChange={setExpiresOn}
          error={fields.expiresOn}
        />
        <TextField
          label="Most orders, if limited"
          inputMode="numeric"
          value={mostUses}
          onChange={setMostUses}
          error={fields.mostUses}
        />
      </div>
      <div role="status">
        {create.error && (
          <p className="err">{sentenceOf(create.error, 'We couldn’t create the code. Try again.')}</p>
        )}
      </div>
      <div className="adm-tools">
        <button
          className="btn btn-1"
          type="submit"
          disabled={create.isPending || code.trim() === '' || value === ''}
        >
          Create the code
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}
