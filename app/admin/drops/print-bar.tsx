import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PickLine } from '../../../domain/admin/packing-contracts.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { ScreenHead } from '../ui/screen.tsx'

/** The toolbar of a printable screen; it isn't printed. */
export function PrintBar({ drop, title, children }: { drop: string; title: string; children?: ReactNode }) {
  return (
    <ScreenHead
      back={<Link to={`/admin/drops/${drop}/pack`}>{dropTitle(drop)}, pack</Link>}
      title={title}
      more={children}
    >
      <button className="btn btn-1" type="button" onClick={() => window.print()}>
        Print
      </button>
    </ScreenHead>
  )
}

/** Quantities by belt and size: one row per belt. */
export function PickTable({ lines }: { lines: PickLine[] }) {
  const belts = [...Map.groupBy(lines, (line) => line.sku)]
  return (
    <table className="grid-t pick-t">
      <thead>
        <tr>
          <th scope="col">Belt</th>
          <th scope="col">Sizes</th>
          <th scope="col" className="r">
            Pieces
          </th>
        </tr>
      </thead>
      <tbody>
        {belts.map(([sku, sizes]) => (
          <tr key={sku}>
            <th scope="row">
              {sizes[0]!.belt}
              <small className="num">{sku}</small>
            </th>
            <td>
              <ul className="pick-sizes">
                {sizes.map(({ size, boxes }) => (
                  <li key={size}>
                    <span>{size}</span> <b className="num">× {boxes}</b>
                  </li>
                ))}
              </ul>
            </td>
            <td className="r">{sizes.reduce((all, { boxes }) => all + boxes, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
