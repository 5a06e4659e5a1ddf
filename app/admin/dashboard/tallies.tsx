import type { ReactNode } from 'react'

export type Tally = { name: string; number: number; shown: ReactNode; note?: string }

/** Bars with their names and numbers: the list is the table as well. */
export function Tallies({ tallies }: { tallies: Tally[] }) {
  const most = Math.max(1, ...tallies.map(({ number }) => number))
  return (
    <ol className="tallies num">
      {tallies.map(({ name, number, shown, note }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="tally-bar" style={{ width: `${(number / most) * 100}%` }} aria-hidden="true" />
          <b>{shown}</b>
          <small>{note}</small>
        </li>
      ))}
    </ol>
  )
}
