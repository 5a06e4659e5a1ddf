import { useState } from 'react'
import { isEmail } from '../../domain/email.ts'
import { messages } from '../../domain/messages.ts'
import { TextField } from '../ui/text-field.tsx'

type EmailFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  name: string
  width?: string
  hint?: string
  /** "off" where the address is somebody else's */
  autoComplete?: string
}

/** An email field that says so when it was left with something that is no address (spec §5). */
export function EmailField({ autoComplete = 'email', value, ...field }: EmailFieldProps) {
  const [wasLeft, setWasLeft] = useState(value !== '')
  const isWrong = wasLeft && value !== '' && !isEmail(value)
  return (
    <TextField
      {...field}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      spellCheck={false}
      value={value}
      onBlur={() => setWasLeft(true)}
      error={isWrong ? messages.quiz.invalidEmail : null}
    />
  )
}
