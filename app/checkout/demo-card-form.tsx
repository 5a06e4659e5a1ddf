import { TextField } from '../ui/text-field.tsx'
import { type CardErrors, type CardValues, formatCardNumber, formatExpiration } from './card-values.ts'

type DemoCardFormProps = { values: CardValues; onChange: (values: CardValues) => void; errors: CardErrors }

/** The card form of the demo provider. A real provider brings its own, and no card number passes through the shop. */
export function DemoCardForm({ values, onChange, errors }: DemoCardFormProps) {
  return (
    <fieldset className="group card-group">
      <legend className="sr">Card</legend>
      <div className="fields">
        <TextField
          label="Card number"
          width="f6"
          name="card-number"
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          value={values.number}
          onChange={(typed) => onChange({ ...values, number: formatCardNumber(typed) })}
          error={errors.number}
        />
        <TextField
          label="Expiration date"
          width="f3"
          name="card-expiration"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          value={values.expiration}
          onChange={(typed) => onChange({ ...values, expiration: formatExpiration(typed) })}
          error={errors.expiration}
        />
        <TextField
          label="Security code"
          width="f3"
          name="card-code"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="CVC"
          value={values.securityCode}
          onChange={(typed) => onChange({ ...values, securityCode: typed.replaceAll(/\D/g, '').slice(0, 4) })}
          error={errors.securityCode}
        />
      </div>
      <p className="note num">
        This is a demo: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025
        0000 3155 asks the bank. Any future date, any code.
      </p>
    </fieldset>
  )
}
