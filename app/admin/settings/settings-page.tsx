import { type FormEvent, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { formatCents, parseCents } from '../../../domain/money.ts'
import { priceNotice } from '../../../domain/term-words.ts'
import { ApiError } from '../../browser/call-api.ts'
import { useShop } from '../../shop/use-shop.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { Download } from '../ui/download.tsx'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { useSaveOver } from '../ui/use-save-over.tsx'
import { OutsidePanel } from './outside-panel.tsx'
import { numbersOf, RecordFields, textsOf } from './record-fields.tsx'
import { OwnersTwoStep, PaymentAccount } from './settings-panels.tsx'

const usual =
  'We’re not taking payments right now. You haven’t been charged, and your cart is safe. Please try again a little later.'

/** Stops and resumes new payments; anything already paid still becomes an order. */
function PaymentsSwitch({ stopped }: { stopped: string | null }) {
  const staff = useStaff()
  const [sentence, setSentence] = useState(usual)
  const [asking, setAsking] = useState(false)
  const done = {
    changes: ['/api/admin/settings'],
    onError: toastFailedChange,
  }
  const stop = useChange('stopPayments', done)
  const start = useChange('startPayments', done)
  return (
    <section className="panel adm-form" aria-labelledby="payments-title">
      <h2 id="payments-title">Payments</h2>
      <p role="status">
        {stopped === null ? (
          <span className="st ok">You’re taking payments</span>
        ) : (
          <>
            <span className="st no">You’re not taking payments.</span> Buyers see: {stopped}
          </>
        )}
      </p>
      {staff.may('stopPayments') &&
        (stopped === null ? (
          <>
            <TextArea
              label="What buyers see while payments are off"
              value={sentence}
              onChange={setSentence}
              rows={3}
              maxLength={300}
            />
            <button
              className="btn btn-2"
              type="button"
              disabled={stop.isPending || sentence.trim() === ''}
              onClick={() => setAsking(true)}
            >
              Stop taking payments
            </button>
            {asking && (
              <ConfirmDialog
                title="Stop taking payments?"
                action="Stop payments"
                wayOut="Keep selling"
                isBusy={stop.isPending}
                onClose={() => setAsking(false)}
                onConfirm={() => stop.mutate({ sentence }, { onSettled: () => setAsking(false) })}
              >
                <p>
                  No one can buy until you take payments again. Anything already paid for still becomes an
                  order.
                </p>
                <p>Buyers will see: {sentence}</p>
              </ConfirmDialog>
            )}
          </>
        ) : (
          <button
            className="btn btn-1"
            type="button"
            disabled={start.isPending}
            onClick={() => start.mutate({})}
          >
            Take payments again
          </button>
        ))}
    </section>
  )
}

/** Settings the owner can change without touching the environment. */
export default function SettingsPage() {
  const settings = useAdmin('readSettings', {})
  const staff = useStaff()
  return (
    <>
      <ScreenHead title="Settings" />
      <ListState query={settings}>
        {(data) => (
          <div className="dash dash-top">
            <section className="panel d7" aria-labelledby="shop-title">
              <h2 id="shop-title">The shop</h2>
              <ShopForm settings={data} />
            </section>
            <div className="d5 adm-stack">
              <PaymentsSwitch stopped={data.paymentsStopped} />
              {staff.may('checkPayments') && <PaymentAccount />}
              {staff.may('readOutside') && <OutsidePanel />}
              {staff.may('setOwnersTwoStep') && <OwnersTwoStep isNeeded={data.ownersNeedTwoStep} />}
              <section className="panel" aria-labelledby="figures-title">
                <h2 id="figures-title">What we promise</h2>
                <p className="quiet">
                  Members agreed to these. To change one, you’ll need new terms, announced {priceNotice}{' '}
                  ahead.
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
                    The renewal terms each buyer agreed to: the exact words, the version, and when they ticked
                    the box. Plan changes and handovers come last.
                  </p>
                  <p>
                    <Download of="exportConsents" input={{}}>
                      Export CSV
                    </Download>
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

/** Name, addresses and holidays; an empty field uses the value from the environment. */
function ShopForm({ settings }: { settings: AdminReply<'readSettings'> }) {
  const staff = useStaff()
  const { today } = useShop()
  const [began, setBegan] = useState(settings)
  const [isSaved, setSaved] = useState(false)
  if (isSaved && began !== settings) {
    // What is written from here on is compared with what was just saved.
    setBegan(settings)
    setSaved(false)
  }
  const [shopName, setShopName] = useState(settings.shopName)
  const [supportEmail, setSupportEmail] = useState(settings.supportEmail)
  const [postalAddress, setPostalAddress] = useState(settings.postalAddress)
  const [holidays, setHolidays] = useState(settings.holidays)
  const [lowStock, setLowStock] = useState(String(settings.lowStock))
  const [support, setSupport] = useState(formatCents(settings.ceilings.supportCents))
  const [owners, setOwners] = useState(formatCents(settings.ceilings.ownerCents))
  const [limits, setLimits] = useState(textsOf(settings.recordLimits))
  const [day, setDay] = useState('')
  const { change: save, question } = useSaveOver('writeSettings', {
    changes: [
      '/api/admin/settings',
      '/api/admin/setup',
      '/api/admin/letters',
      '/api/admin/messages',
      '/api/admin/stock',
      '/api/admin/promises',
    ],
    onSuccess: () => {
      setSaved(true)
      showToast({ title: 'Settings saved', description: 'Every page and email uses them now.' })
    },
    onError: toastFailedChange,
  })
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const isOwner = staff.may('writeSettings')

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({
      ...{ shopName, supportEmail, postalAddress, holidays },
      lowStock: lowStock.trim() === '' ? 0 : Number(lowStock),
      ceilings: {
        supportCents: parseCents(support) ?? began.ceilings.supportCents,
        ownerCents: parseCents(owners) ?? began.ceilings.ownerCents,
      },
      recordLimits: numbersOf(limits, began.recordLimits),
      was: {
        ...{ shopName: began.shopName, supportEmail: began.supportEmail },
        ...{ postalAddress: began.postalAddress, holidays: began.holidays, lowStock: began.lowStock },
        ...{ ceilings: began.ceilings, recordLimits: began.recordLimits },
      },
    })
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
          label="Shop name"
          placeholder={settings.defaults.shopName}
          value={shopName}
          onChange={setShopName}
          maxLength={60}
        />
        <TextField
          label="Support email"
          type="email"
          placeholder={settings.defaults.supportEmail}
          value={supportEmail}
          onChange={setSupportEmail}
          error={fields.supportEmail}
        />
        <TextField
          label="Postal address"
          hint="On one line: street, city, state and ZIP. It goes in every email and letter (the law asks for it), and returns are sent there."
          autoComplete="off"
          placeholder={settings.defaults.postalAddress || '12 Canal St, Portland, OR 97201'}
          value={postalAddress}
          onChange={setPostalAddress}
          error={fields.postalAddress}
          maxLength={200}
        />
        <TextField
          label="Warn me below"
          inputMode="numeric"
          hint="Belts of a style and size that should be left after the next drop. Today, Stock and the morning email warn you below that."
          value={lowStock}
          onChange={setLowStock}
          maxLength={3}
          error={fields.lowStock}
        />
      </fieldset>
      <fieldset disabled={!isOwner}>
        <legend>What one person may give away in a day</legend>
        <p className="quiet">
          Store credit, refunds by hand, free belts, orders and codes. Above it, another owner has to agree
          under Today.
        </p>
        <TextField
          label="Support, in dollars"
          inputMode="decimal"
          autoComplete="off"
          value={support}
          onChange={setSupport}
          error={parseCents(support) === null ? 'Enter an amount, such as 150.00.' : undefined}
        />
        <TextField
          label="An owner, in dollars"
          inputMode="decimal"
          autoComplete="off"
          value={owners}
          onChange={setOwners}
          error={parseCents(owners) === null ? 'Enter an amount, such as 2,000.00.' : undefined}
        />
      </fieldset>
      <RecordFields isOwner={isOwner} limits={limits} onChange={setLimits} />
      <fieldset disabled={!isOwner}>
        <legend>Holidays</legend>
        <p className="quiet">No one answers on these days, so the inbox clock stops.</p>
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
      {question}
    </form>
  )
}
