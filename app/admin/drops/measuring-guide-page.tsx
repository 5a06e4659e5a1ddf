import { useParams } from 'react-router'
import { type Gender, genderNames, genders } from '../../../domain/belt.ts'
import { formatCount } from '../../../domain/count.ts'
import { guideRule, measuringWays } from '../../../domain/measuring.ts'
import { exampleSize, inchesAdded } from '../../../domain/sizing.ts'
import { returnWindow } from '../../../domain/term-words.ts'
import { MeasureDrawing } from '../../sizing/measure-drawing.tsx'
import { SizeTable } from '../../sizing/size-table.tsx'
import { Mark } from '../../ui/icons.tsx'
import { useAdmin } from '../client/use-admin.ts'
import { ListState } from '../ui/screen.tsx'
import './drop.css'
import { PrintBar } from './print-bar.tsx'
import './print.css'

/** A printable measuring guide for the first box of members who were unsure of their size (spec §2). */
export default function MeasuringGuidePage() {
  const drop = useParams().drop ?? ''
  const query = useAdmin('pickList', { drop })
  const settings = useAdmin('readSettings', {})
  const shopName = settings.data?.shopName || settings.data?.defaults.shopName || ''
  return (
    <>
      <PrintBar drop={drop} title="Measuring guide">
        <ListState query={query}>{({ guides }) => <p className="quiet">{copiesLabel(guides)}</p>}</ListState>
      </PrintBar>
      <article className="print-sheet guide" data-theme="light">
        <header>
          <p className="slip-shop">
            <Mark />
            {shopName}
          </p>
          <h2>Find your belt size</h2>
          <p className="guide-rule">{guideRule}</p>
        </header>
        <ol className="guide-ways">
          {measuringWays.map(({ title, words }, index) => (
            <li key={title}>
              <div>
                <h3>
                  <span className="num">{index + 1}</span> {title}
                </h3>
                <p>{words}</p>
              </div>
              {index === 1 && <TapeDrawing />}
              {index === 2 && <MeasureDrawing size={String(exampleSize.male + inchesAdded)} />}
            </li>
          ))}
        </ol>
        <div className="guide-tables">
          {genders.map((gender) => (
            <Sizes key={gender} gender={gender} />
          ))}
        </div>
        <footer>
          <p>
            Your belt should close in its middle hole. If it doesn’t, exchanges are free within {returnWindow}{' '}
            of delivery, and the return label is prepaid.
          </p>
          <p>Tell us your size on your membership page: {window.location.host}/account</p>
        </footer>
      </article>
    </>
  )
}

function Sizes({ gender }: { gender: Gender }) {
  return (
    <section>
      <h3>{genderNames[gender]}</h3>
      <SizeTable gender={gender} />
    </section>
  )
}

function copiesLabel(guides: number): string {
  if (guides === 0) return 'None of the packed boxes needs one.'
  return guides === 1
    ? 'One packed box gets it. Its slip says so.'
    : `Print ${formatCount(guides)} copies, one for each packed box that needs it. Its slip says so.`
}

/** A drawing of the tape through the belt loops, level all around, with room for one finger. In ink, for paper. */
function TapeDrawing() {
  return (
    <svg
      className="tape"
      viewBox="0 20 640 200"
      role="img"
      aria-label="The tape runs through the belt loops, level all around, with room for one finger"
    >
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
        <path d="M206 20c-8 26-12 48-16 74L176 214h132l12-92 12 92h132L450 94c-4-26-8-48-16-74" />
        <path d="M194 72q126 22 252 0M190 104q130 22 260 0" />
        <path d="M320 86v36" />
      </g>
      <path d="M192 88q128 22 256 0" fill="none" stroke="#a98d5a" strokeWidth="14" />
      <path
        d="M192 88q128 22 256 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="7"
        strokeDasharray="1.25 9"
      />
      <g fill="var(--raised)" stroke="currentColor" strokeWidth="1.5">
        {[
          [228, 70],
          [282, 76],
          [350, 76],
          [404, 70],
        ].map(([x, y]) => (
          <rect key={x} x={x} y={y} width="9" height="42" rx="2" />
        ))}
      </g>
      <g fill="none" stroke="currentColor" strokeWidth="1.25">
        <path d="M560 90H456m8-5-8 5 8 5M80 90h102m-8-5 8 5-8 5" />
      </g>
      <g fontSize="19" textAnchor="middle">
        <text x="76" y="78">
          level, where
        </text>
        <text x="76" y="112">
          the belt goes
        </text>
        <text x="566" y="78">
          room for
        </text>
        <text x="566" y="112">
          one finger
        </text>
      </g>
    </svg>
  )
}
