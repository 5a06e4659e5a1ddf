import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dropTitle } from '../../../domain/drop.ts'

/** The head of a screen that is made for paper; it is not printed. */
export function PrintBar({ drop, title, children }: { drop: string; title: string; children?: ReactNode }) {
  return (
    <div className="adm-bar print-bar">
      <div>
        <p className="quiet drop-crumb">
          <Link to={`/admin/drops/${drop}/pack`}>{dropTitle(drop)}, pack</Link>
        </p>
        <h1>{title}</h1>
        {children}
      </div>
      <button className="btn btn-1" type="button" onClick={() => window.print()}>
        Print
      </button>
    </div>
  )
}
