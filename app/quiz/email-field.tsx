import { isEmail } from '../../domain/email.ts'
import { messages } from '../../domain/messages.ts'
import { EmailSuggestion } from '../ui/email-suggestion.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSettled } from './use-quiz.ts'

type EmailFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  name: string
  width?: string
  hint?: string
  /** "off" for someone else's address */
  autoComplete?: string
}

/** An email field that reports an invalid address (spec §5). */
export function EmailField({ autoComplete = 'email', value, ...field }: EmailFieldProps) {
  const { isSettled, leave } = useSettled(value)
  const isWrong = isSettled && value !== '' && !isEmail(value)
  return (
    <TextField
      {...field}
      note={isSettled && <EmailSuggestion email={value} onTake={field.onChange} />}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      spellCheck={false}
      value={value}
      onBlur={leave}
      error={isWrong ? messages.quiz.invalidEmail : null}
    />
  )
}
