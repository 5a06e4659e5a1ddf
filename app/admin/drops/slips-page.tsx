import { useParams } from 'react-router'
import { counted } from '../../../domain/count.ts'
import { returnWindow } from '../../../domain/term-words.ts'
import { useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { ListState, Pager, usePages } from '../ui/screen.tsx'
import { PrintBar } from './print-bar.tsx'
import './drop.css'
import './print.css'
import type { Slip } from '../../../domain/admin/packing-contracts.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { sizeAsMeasured } from '../../../domain/measured.ts'
import { Mark } from '../../ui/icons.tsx'

/** Packing slips, one per box, in batches for the printer. */
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
            {counted(query.data.slips.length, 'slip')}
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
            <div className="print-sheet slips" data-theme="light">
              {slips.map((slip) => (
                <PackingSlip key={slip.boxId} slip={slip} drop={drop} shopName={shopName} />
              ))}
            </div>
            <Pager pages={pages} nextCursor={nextCursor} words={['Before', 'Next']} />
          </>
        )}
      </ListState>
    </>
  )
}

/** The slip in a box: recipient, belt and the giver's message. It has no price (club-rules.md "Pack"). */
function PackingSlip({ slip, drop, shopName }: { slip: Slip; drop: string; shopName: string }) {
  const {
    name,
    lines,
    belt,
    sku,
    size,
    measured,
    gift,
    reference,
    bars,
    orderNumber,
    ordinal,
    boxCount,
    hasGuide,
  } = slip
  return (
    <article className="slip" aria-label={`Packing slip for ${name}`}>
      <header>
        <p className="slip-shop">
          <Mark />
          {shopName}
        </p>
        <p>{dropTitle(drop)}</p>
      </header>
      <address>
        <b>{name}</b>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <div className="slip-belt">
        <h2>{belt}</h2>
        <p>
          Size {sizeAsMeasured(size, measured)} <small className="num">{sku}</small>
        </p>
        {gift && (
          <p className="slip-gift">
            {gift.from ? `A gift from ${gift.from}` : 'A gift'}
            {boxCount > 1 && `, belt ${ordinal} of ${boxCount}`}
          </p>
        )}
      </div>
      {hasGuide && <p className="slip-guide">With the measuring guide</p>}
      {gift?.message && (
        <blockquote>
          {gift.message.split(/\n+/).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one message never move
            <p key={index}>{line}</p>
          ))}
        </blockquote>
      )}
      <footer>
        <p>Doesn’t fit? Exchanges are free within {returnWindow} of delivery.</p>
        <div className="slip-code">
          <Bars bars={bars} />
          <p className="num">
            {orderNumber} · {reference}
          </p>
        </div>
      </footer>
    </article>
  )
}

/** The reference as a barcode; the text is below it. */
function Bars({ bars }: { bars: number[] }) {
  let at = 0
  const places = bars.map((width) => {
    at += width
    return { from: at - width, width }
  })
  return (
    <svg viewBox={`0 0 ${at} 24`} preserveAspectRatio="none" shapeRendering="crispEdges" aria-hidden="true">
      {places.map(({ from, width }, index) =>
        index % 2 === 0 ? <rect key={from} x={from} y="0" width={width} height="24" /> : null,
      )}
    </svg>
  )
}
