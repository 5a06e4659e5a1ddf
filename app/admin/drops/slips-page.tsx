import { useParams } from 'react-router'
import { ListState } from '../list-state.tsx'
import { Pager, usePages } from '../pager.tsx'
import { useAdmin } from '../use-admin.ts'
import { useSearch } from '../use-search.ts'
import { PackingSlip } from './packing-slip.tsx'
import { PrintBar } from './print-bar.tsx'
import './drop.css'
import './print.css'

/** Packing slips, one for each box, so many at a time as a printer takes. */
export default function SlipsPage() {
  const drop = useParams().drop ?? ''
  const [search] = useSearch()
  const boxId = search.get('box') ?? undefined
  const pages = usePages()
  const { cursor } = pages
  const query = useAdmin('packingSlips', { drop, ...(boxId ? { boxId } : {}), ...(cursor ? { cursor } : {}) })
  const settings = useAdmin('readSettings', {})
  const shopName = settings.data?.shopName || settings.data?.defaults.shopName || ''
  return (
    <>
      <PrintBar drop={drop} title="Packing slips">
        {query.data && (
          <p className="quiet num">
            {query.data.slips.length} {query.data.slips.length === 1 ? 'slip' : 'slips'}
            {query.data.nextCursor || !pages.isFirst ? ' on this page; print page by page' : ''}
          </p>
        )}
      </PrintBar>
      <ListState
        query={query}
        empty={({ slips }) => (slips.length === 0 ? 'No box of this drop is packed.' : null)}
      >
        {({ slips, nextCursor }) => (
          <>
            <div className="sheet slips" data-theme="light">
              {slips.map((slip) => (
                <PackingSlip key={slip.boxId} slip={slip} drop={drop} shopName={shopName} />
              ))}
            </div>
            <div className="print-bar">
              <Pager pages={pages} nextCursor={nextCursor} words={['Before', 'Next']} />
            </div>
          </>
        )}
      </ListState>
    </>
  )
}
