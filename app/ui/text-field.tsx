import {
  type HTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { Icon } from './icons.tsx'

type FieldProps = {
  label: string
  hint?: string | undefined
  /** what is wrong and how to fix it; shown below the field and linked to it */
  error?: string | null | undefined
  /** shown below the error */
  note?: ReactNode
  /** width in sixths of the form's grid, e.g. "f3" */
  width?: string | undefined
}
type Typed = { value: string; onChange: (value: string) => void }

export type TextFieldProps = FieldProps &
  Typed &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | keyof Typed | 'id'>

/** The most characters of a single-line field; the server accepts no more (domain/api.ts). */
const maxCharacters = 200

/** What belongs to every email field. */
export const emailInput = { name: 'email', type: 'email', inputMode: 'email', autoComplete: 'email' } as const

/** A labeled field with hint and error. */
export function TextField({ label, value, onChange, hint, error, note, width, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, note, width }}>
      {(own) => (
        <input
          type="text"
          maxLength={input.type === 'date' ? undefined : maxCharacters}
          {...input}
          {...own}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type TextAreaProps = FieldProps &
  Typed &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps | keyof Typed | 'id'>

/** A labeled multi-line field, as wide as the form unless it says otherwise. */
export function TextArea({ label, value, onChange, hint, error, width = 'f6', ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, width }}>
      {(own) => (
        <textarea {...area} {...own} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

type Own = Pick<HTMLAttributes<HTMLElement>, 'id' | 'className' | 'aria-invalid' | 'aria-describedby'>

function Field(props: FieldProps & { children: (own: Own) => ReactNode }) {
  const { label, hint, error, note, width, children } = props
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={width ? `field ${width}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: 'input',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
      {note}
    </div>
  )
}

type AgreeProps = {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  error?: string | null | undefined
  children: ReactNode
}

/** A sentence to agree to. */
export function Agree({ isChecked, onChange, error, children }: AgreeProps) {
  const id = useId()
  return (
    <div>
      <label className="agree">
        <input
          className="tick sq"
          type="checkbox"
          checked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}

/** A field's error. It is announced when it appears. */
export function FieldError({ id, error }: { id: string; error?: string | null | undefined }) {
  return (
    <div aria-live="polite" className="err-slot">
      {error && (
        <p className="err" id={id}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  )
}
