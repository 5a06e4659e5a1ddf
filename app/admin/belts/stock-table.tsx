import { type KeyboardEvent, useState } from 'react'
import type { BeltView } from '../../../domain/admin/belt-calls.ts'
import { type Gender, genderNames, styleNames } from '../../../domain/belt.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { StockCell, type Told } from './stock-cell.tsx'
import './stock.css'

const usage = 'Each figure is saved when you leave its field. Esc brings the old one back.'

type StockTableProps = { gender: Gender; belts: BeltView[]; canEdit: boolean }

/** Belts down, sizes across. Up, Down and Enter go from belt to belt in one size, Tab from size to size. */
export function StockTable({ gender, belts, canEdit }: StockTableProps) {
  const [told, setTold] = useState<Told | null>(null)
  return (
    <section className="stock" aria-labelledby={`stock-${gender}`}>
      <h2 id={`stock-${gender}`}>{genderNames[gender]}</h2>
      <div className="t-wrap">
        <table className="grid-t" onKeyDown={moveInColumn}>
          <thead>
            <tr>
              <th scope="col">Belt</th>
              {beltSizes[gender].map((size) => (
                <th key={size} scope="col" className="r">
                  {size}
                </th>
              ))}
              <th scope="col" className="r">
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {belts.map((belt) => (
              <tr key={belt.id}>
                <th scope="row">
                  {belt.name}
                  <small>{styleNames[belt.style]}</small>
                </th>
                {belt.stock.map(({ size, stock }) => (
                  <td key={size} className="r" data-l={size}>
                    {canEdit ? <StockCell belt={belt} size={size} stock={stock} onTold={setTold} /> : stock}
                  </td>
                ))}
                <td className="r" data-l="All">
                  {belt.stock.reduce((sum, each) => sum + each.stock, 0)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={told?.isBad ? 'hint stock-told is-bad' : 'hint stock-told'} role="status">
        {told?.sentence ?? (canEdit ? usage : '')}
      </p>
    </section>
  )
}

function moveInColumn(event: KeyboardEvent<HTMLTableElement>) {
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key]
  const field = event.target as HTMLElement
  const cell = field.closest('td')
  const row = cell?.closest('tr')
  if (!step || !cell || !row) return
  event.preventDefault()
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const target = next?.children[cell.cellIndex]?.querySelector('input')
  if (target) target.focus()
  // At the end Enter still saves, which leaving does.
  else if (event.key === 'Enter') field.blur()
}
