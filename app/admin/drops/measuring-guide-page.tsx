import { useParams } from 'react-router'
import { type Gender, genderNames, genders } from '../../../domain/belt.ts'
import { guideRule, measuringWays } from '../../../domain/measuring.ts'
import { exampleSize, inchesAdded } from '../../../domain/sizing.ts'
import { MeasureDrawing } from '../../home/measure-drawing.tsx'
import { SizeTable } from '../../home/size-table.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import './drop.css'
import './measuring-guide.css'
import { PrintBar } from './print-bar.tsx'
import './print.css'
import { TapeDrawing } from './tape-drawing.tsx'

/** The measuring guide that ships with the first belt of who was unsure of the size (spec §2), to be printed. */
export default function MeasuringGuidePage() {
  const drop = useParams().drop ?? ''
  const query = useAdmin('pickList', { drop })
  const settings = useAdmin('readSettings', {})
  const shopName = settings.data?.shopName || settings.data?.defaults.shopName || ''
  return (
    <>
      <PrintBar drop={drop} title="Measuring guide">
        <ListState query={query} empty={() => null}>
          {({ guides }) => <p className="quiet">{copiesWords(guides)}</p>}
        </ListState>
      </PrintBar>
      <article className="sheet guide" data-theme="light">
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
            Your belt should close in its middle hole. Does it not? The exchange is free within 30 days of
            delivery, and the return label is prepaid.
          </p>
          <p>Tell us your size on your membership’s page: {window.location.host}/account</p>
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

function copiesWords(guides: number): string {
  if (guides === 0) return 'No box that is packed needs one.'
  return guides === 1
    ? 'One packed box gets it; its slip says so.'
    : `Print ${guides.toLocaleString('en-US')} copies: so many packed boxes get one; their slips say so.`
}
