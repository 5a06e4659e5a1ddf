import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { Icon } from './icons.tsx'

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  /** what is wrong and how to fix it; shown below the field and linked to it */
  error?: string | null | undefined
  /** shown below the error */
  note?: ReactNode
  /** width in sixths of the form's grid, e.g. "f3" */
  width?: string
}

/** The most characters of a single-line field; the server accepts no more (domain/api.ts). */
const maxCharacters = 200

/** A labeled field with hint and error. */
export function TextField({ label, value, onChange, hint, error, note, width, ...input }: TextFieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={width ? `field ${width}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input
        type="text"
        maxLength={input.type === 'date' ? undefined : maxCharacters}
        {...input}
        id={id}
        className="input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
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

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'id' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  error?: string | null | undefined
  /** width in sixths of the form's grid; absent: full width */
  width?: string
}

/** A labeled multi-line field. */
export function TextArea({ label, value, onChange, hint, error, width = 'f6', ...area }: TextAreaProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${width}`}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        className="input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
