import { useShop } from '../layout/use-shop.ts'

/** An instant as the shop's clock shows it: "Nov 21, 03:02"; the year only where it is not this one. */
export function Instant({ at }: { at: string }) {
  const { timeZone, today } = useShop()
  const date = new Date(at)
  const parts: Intl.DateTimeFormatOptions = {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }
  const isThisYear =
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(date) === today.slice(0, 4)
  return (
    <time dateTime={at} className="num">
      {new Intl.DateTimeFormat('en-US', isThisYear ? parts : { ...parts, year: 'numeric' }).format(date)}
    </time>
  )
}
