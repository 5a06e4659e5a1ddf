import { Link, useParams } from 'react-router'
import { counted, formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { useAdmin } from '../client/use-admin.ts'
import { ListState } from '../ui/screen.tsx'
import './drop.css'
import { PickTable, PrintBar } from './print-bar.tsx'
import './print.css'

/** A printable list of what to take from stock for the packed boxes. */
export default function PickListPage() {
  const drop = useParams().drop ?? ''
  const query = useAdmin('pickList', { drop })
  return (
    <>
      <PrintBar drop={drop} title="Pick list" />
      <ListState query={query} empty={({ boxes }) => (boxes === 0 ? 'No box of this drop is packed.' : null)}>
        {({ lines, boxes, guides }) => (
          <div className="print-sheet" data-theme="light">
            <h2>
              {dropTitle(drop)}: {counted(boxes, 'piece')}
            </h2>
            <PickTable lines={lines} />
            {guides > 0 && (
              <p className="pick-guides">
                And {formatCount(guides)}{' '}
                <Link to={`/admin/drops/${drop}/measuring-guide`}>
                  measuring {guides === 1 ? 'guide' : 'guides'}
                </Link>
                , for the boxes whose slip says so.
              </p>
            )}
          </div>
        )}
      </ListState>
    </>
  )
}
