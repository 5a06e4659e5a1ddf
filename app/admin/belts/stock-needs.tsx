import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { type Gender, genderNames, type Style, styleNames } from '../../../domain/belt.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import './stock.css'
import { useToday } from '../../shop/use-shop.ts'

type Needs = AdminReply<'listStockNeeds'>
type Need = Needs['needs'][number]

/** What the next drop needs of each style and size, and where stock is short. Hidden until it is known. */
export function StockNeeds({ gender, style }: { gender: Gender | null; style: Style | null }) {
  const today = useToday()
  const query = useAdmin('listStockNeeds', {})
  if (!query.data) return null
  const { drop, cutOffDay, threshold } = query.data
  const needs = query.data.needs.filter(
    (need) => (!gender || need.gender === gender) && (!style || need.style === style),
  )
  const asked = needs.filter(({ promised, expected }) => promised + expected > 0)
  const low = needs.filter((need) => need.isLow).sort((one, other) => one.left - other.left)
  if (asked.length === 0 && low.length === 0) return null
  return (
    <section className="panel stock-needs" aria-labelledby="stock-needs">
      <div className="drop-head">
        <h2 id="stock-needs">What {dropTitle(drop)} needs</h2>
        <p className={low.length > 0 ? 'st wn' : 'st ok'}>
          {low.length > 0
            ? `${counted(low.length, 'size is', 'sizes are')} running low`
            : 'Enough of every size'}
        </p>
      </div>
      <p className="quiet">
        Counts every box to ship and every renewal through {formatDay(cutOffDay, today)}, against all belts in
        stock. We’ll warn you when fewer than {threshold} would be left. <Threshold />
      </p>
      {low.length > 0 && <NeedsTable needs={low} title="Running low" />}
      {asked.length > low.length && (
        <details>
          <summary>Every style and size</summary>
          <NeedsTable needs={asked} title="Every style and size" />
        </details>
      )}
    </section>
  )
}

function Threshold() {
  const staff = useStaff()
  return staff.may('writeSettings') ? <Link to="/admin/settings">Change that</Link> : null
}

function NeedsTable({ needs, title }: { needs: Need[]; title: string }) {
  return (
    <div className="t-wrap">
      <table className="grid-t" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Style and size</th>
            <th scope="col" className="r">
              On the shelf
            </th>
            <th scope="col" className="r">
              Promised
            </th>
            <th scope="col" className="r">
              Expected
            </th>
            <th scope="col" className="r">
              Left
            </th>
          </tr>
        </thead>
        <tbody>
          {needs.map((need) => {
            const { gender, style, size, stock, promised, expected, left, isLow } = need
            return (
              <tr key={`${gender} ${style} ${size}`}>
                <th scope="row">
                  {genderNames[gender]}, {styleNames[style]}, {size}
                </th>
                <td className="r">{formatCount(stock)}</td>
                <td className="r">{formatCount(promised)}</td>
                <td className="r">{formatCount(expected)}</td>
                <td className="r">
                  <b className={left < 0 ? 'st no' : isLow ? 'st wn' : undefined}>
                    {left < 0 ? `${formatCount(-left)} short` : formatCount(left)}
                  </b>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
