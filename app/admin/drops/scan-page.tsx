import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { ScanBox } from '../../../domain/admin/scan-contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { sizeAsMeasured } from '../../../domain/measured.ts'
import { callAdmin, sentenceOf, useAdmin, useReadAgain } from '../client/use-admin.ts'
import { playScanSound, ScanField } from '../ui/scan-field.tsx'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import './drop.css'

type Told = { verdict: AdminReply<'scanAtPacking'>['verdict'] | 'failed'; sentence: string }

const looks: Record<Told['verdict'], string> = {
  box: 'scan-told is-open',
  right: 'scan-told is-right',
  again: 'scan-told is-wrong',
  wrong: 'scan-told is-wrong',
  unknown: 'scan-told is-wrong',
  failed: 'scan-told is-wrong',
}

/** Packs with a scanner: the slip opens a box, its belt closes it, and a wrong belt is refused with a sound. */
export default function ScanPage() {
  const drop = useParams().drop ?? ''
  const query = useAdmin('readPackingScan', { drop })
  return (
    <>
      <ScreenHead
        back={<Link to={`/admin/drops/${drop}/pack`}>{dropTitle(drop)}, pack</Link>}
        title="Check with a scanner"
      />
      <ListState
        query={query}
        empty={({ packed }) => (packed === 0 ? 'No box of this month is packed yet. Pack them first.' : null)}
      >
        {(start) => <Scanning drop={drop} start={start} />}
      </ListState>
    </>
  )
}

function Scanning({ drop, start }: { drop: string; start: AdminReply<'readPackingScan'> }) {
  const readAgain = useReadAgain()
  const [progress, setProgress] = useState(start)
  const [box, setBox] = useState<ScanBox | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  /** scans are sent one after another, because they can come faster than a slow connection sends them */
  const [queue] = useState({ last: Promise.resolve<ScanBox | null>(null) })

  function tell(next: Told) {
    setTold(next)
    if (next.verdict !== 'box') playScanSound(next.verdict === 'right')
  }
  async function handle(code: string, open: ScanBox | null): Promise<ScanBox | null> {
    try {
      if (code === '') {
        const reply = await callAdmin('readPackingScan', { drop })
        setProgress(reply)
        setBox(reply.next)
        tell(
          reply.next
            ? { verdict: 'box', sentence: `Next: ${reply.next.name}.` }
            : { verdict: 'right', sentence: 'Every packed box is checked.' },
        )
        return reply.next
      }
      const reply = await callAdmin('scanAtPacking', { drop, code, ...(open ? { boxId: open.boxId } : {}) })
      setProgress((known) => ({ ...known, packed: reply.packed, checked: reply.checked }))
      const isDone = reply.verdict === 'right'
      const next = isDone ? null : reply.box
      setBox(next)
      tell(reply)
      if (isDone) void readAgain(`/api/admin/drops/${drop}/pack`)
      return next
    } catch (error) {
      tell({
        verdict: 'failed',
        sentence: sentenceOf(error, 'The admin didn’t answer, so this scan doesn’t count. Scan again.'),
      })
      return open
    }
  }
  function scan(code: string) {
    queue.last = queue.last.then((open) => handle(code, open))
  }
  const { packed, checked } = progress
  return (
    <div className="scan">
      <ScanField
        label={box ? `Scan the belt for ${box.name}` : 'Scan a packing slip'}
        hint="Enter without a scan opens the next box. You can also type what’s printed under the bars."
        onScan={scan}
      />
      <div role="alert" aria-atomic="true">
        {told && <p className={looks[told.verdict]}>{told.sentence}</p>}
      </div>
      {box && (
        <section className="panel scan-box" aria-label="Open box">
          <h2>{box.belt}</h2>
          <p className="scan-size">Size {sizeAsMeasured(box.size, box.measured)}</p>
          <p>
            For {box.name}
            {box.isGift && ', a gift'}
            {box.hasGuide && '. Put in the measuring guide.'}
          </p>
          <p className="quiet num">
            {box.sku} · {box.reference}
          </p>
        </section>
      )}
      <p className="num">
        {formatCount(checked)} of {formatCount(packed)} boxes checked
      </p>
      <progress max={Math.max(packed, 1)} value={checked} aria-label="Boxes checked" />
    </div>
  )
}
