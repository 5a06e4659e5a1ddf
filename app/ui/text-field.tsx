import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { Icon } from './icons.tsx'

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  /** says what is wrong and what to do; shown under the field and tied to it */
  error?: string | null | undefined
  /** stands below the error, where there is more to say or to do */
  note?: ReactNode
  /** width in the sixths of the form's grid, e.g. "f3" */
  width?: string
}

/** Characters of a line; the server takes no more (domain/api.ts). */
const maxCharacters = 200

/** A labelled field with its hint and its error. */
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

/** The sentence under a field. It is announced when it appears. */
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
  /** width in the sixths of the form's grid; absent: as wide as its form */
  width?: string
}

/** A labelled field for several lines. */
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
