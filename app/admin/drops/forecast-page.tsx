import { Link } from 'react-router'
import { counted, formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { useAdmin } from '../client/use-admin.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import './drop.css'

/** Lines shown per drop before "Show all". */
const first = 5

/** Step 3: the next six drops with today's stock: what to buy, and who to ask. */
export default function ForecastPage() {
  const query = useAdmin('forecastDrops', {})
  return (
    <>
      <ScreenHead
        back={<Link to="/admin/drops">Drops</Link>}
        title="Forecast"
        note="The next six drops, if they went out with the belts on the shelf now. It’s an estimate, and sets nothing aside."
      >
        <button
          className="btn btn-2"
          type="button"
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Look again
        </button>
      </ScreenHead>
      <ListState query={query} empty={({ drops }) => (drops.length === 0 ? 'No box is expected.' : null)}>
        {({ drops }) => (
          <ol className="forecast">
            {drops.map(({ drop, ownBelts, boxes, filled, lines }) => (
              <li key={drop} className="panel">
                <div className="drop-head">
                  <h2>
                    <Link to={`/admin/drops/${drop}`}>{dropTitle(drop)}</Link>
                  </h2>
                  <p className={filled < boxes ? 'st wn' : 'st ok'}>
                    {formatCount(filled)} of {counted(boxes, 'box has', 'boxes have')} a belt
                  </p>
                </div>
                <meter
                  min={0}
                  max={Math.max(boxes, 1)}
                  value={boxes === 0 ? 1 : filled}
                  aria-label={`Boxes of ${dropTitle(drop)} with a belt`}
                />
                <p className="quiet">
                  {ownBelts === 0 ? 'No belts yet.' : `${ownBelts} belts were made for it.`}
                </p>
                <Lines lines={lines} />
              </li>
            ))}
          </ol>
        )}
      </ListState>
    </>
  )
}

function Lines({ lines }: { lines: { sentence: string }[] }) {
  const rest = lines.slice(first)
  return (
    <>
      <ul>
        {lines.slice(0, first).map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <ul>
            {rest.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
