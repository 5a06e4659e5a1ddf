import { type FormEvent, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useShop } from '../../layout/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'

/** Name, support address and holidays; what is empty is as the shop was started. */
export function ShopForm({ settings }: { settings: AdminReply<'readSettings'> }) {
  const staff = useStaff()
  const { today } = useShop()
  const [shopName, setShopName] = useState(settings.shopName)
  const [supportEmail, setSupportEmail] = useState(settings.supportEmail)
  const [holidays, setHolidays] = useState(settings.holidays)
  const [day, setDay] = useState('')
  const save = useChange('writeSettings', {
    changes: ['/api/admin/settings', '/api/admin/messages'],
    onSuccess: () => showToast({ title: 'Settings saved', description: 'Every page and mail has them now.' }),
    onError: (error) =>
      showToast({ title: 'Error', description: sentenceOf(error, 'Nothing was saved.'), destructive: true }),
  })
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const isOwner = staff.may('writeSettings')

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ shopName, supportEmail, holidays })
  }
  function addDay() {
    if (day !== '') setHolidays((known) => [...new Set([...known, day])].sort())
    setDay('')
  }

  return (
    <form className="adm-form" noValidate onSubmit={submit}>
      <fieldset disabled={!isOwner}>
        <legend className="sr">Name and address</legend>
        <TextField
          label="Name of the shop"
          placeholder={settings.defaults.shopName}
          value={shopName}
          onChange={setShopName}
          maxLength={60}
        />
        <TextField
          label="Support address"
          type="email"
          placeholder={settings.defaults.supportEmail}
          value={supportEmail}
          onChange={setSupportEmail}
          error={fields.supportEmail}
        />
      </fieldset>
      <fieldset disabled={!isOwner}>
        <legend>Holidays</legend>
        <p className="quiet">On these days nobody answers: the inbox counts no hours.</p>
        <ul className="adm-chips">
          {holidays.map((each) => (
            <li key={each}>
              {formatDate(each)}
              <button
                className="text-btn"
                type="button"
                onClick={() => setHolidays((known) => known.filter((other) => other !== each))}
              >
                Remove<span className="sr"> {formatDate(each)}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className="adm-row">
          <TextField label="Another holiday" type="date" min={today} value={day} onChange={setDay} />
          <button className="btn btn-2" type="button" disabled={day === ''} onClick={addDay}>
            Add
          </button>
        </div>
      </fieldset>
      {isOwner && (
        <div className="adm-tools">
          <button className="btn btn-1" type="submit" disabled={save.isPending}>
            Save
          </button>
        </div>
      )}
    </form>
  )
}
