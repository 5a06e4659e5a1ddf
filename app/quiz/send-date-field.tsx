import type { CalendarDate } from '../../domain/calendar-date.ts'
import { messages } from '../../domain/messages.ts'
import { zoneName } from '../../domain/zone-name.ts'
import { useShop } from '../layout/use-shop.ts'
import { TextField } from '../ui/text-field.tsx'
import { useSettled } from './use-settled.ts'

type SendDateFieldProps = {
  value: CalendarDate | ''
  /** the shop's day: the first that can be chosen */
  today: CalendarDate
  onChange: (date: CalendarDate | '') => void
}

/** The day of the notice (spec §5): not before today. */
export function SendDateField({ value, today, onChange }: SendDateFieldProps) {
  const { timeZone } = useShop()
  const { isSettled, leave } = useSettled(value)
  const isPast = isSettled && value !== '' && value < today
  return (
    <TextField
      label="Send date"
      width="f3"
      name="send-date"
      type="date"
      min={today}
      max="9999-12-31"
      value={value}
      onChange={onChange}
      onBlur={leave}
      hint={`At 9:00 in the morning that day, ${zoneName(timeZone)}.`}
      error={isPast ? messages.quiz.dateInPast : null}
    />
  )
}
