import { Fragment, useId } from 'react'
import { type Gender, genders, styleNames, styles } from '../../domain/belt.ts'
import { exampleSize, inchesAdded, measuredWord } from '../../domain/sizing.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { GenderToggle } from './gender-toggle.tsx'
import { TapeLinks } from './measure/tape-links.tsx'
import { MeasureDrawing } from './measure-drawing.tsx'
import { notSure, SizeTable } from './size-table.tsx'
import './sizing-guide-dialog.css'
import { styleDescriptions } from './belt-facts.tsx'

type SizingGuideDialogProps = {
  open: boolean
  onClose: () => void
  /** the gender whose sizes are shown first */
  gender: Gender
}

/** The sizing section's tables as a dialog, for use during the quiz. */
export function SizingGuideDialog({ open, onClose, gender }: SizingGuideDialogProps) {
  const title = useId()
  return (
    <Dialog open={open} onClose={onClose} labelledBy={title} className="sizing-dialog">
      <div className="dialog-top">
        <h2 id={title}>Sizing Guide</h2>
        <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <SizingGuide first={gender} />
    </Dialog>
  )
}

function SizingGuide({ first }: { first: Gender }) {
  return (
    <div className="sizing-dialog-body by-gender">
      <div className="sizing-dialog-head">
        {genders.map((gender) => (
          <p key={gender} className={`sizing-rule of-${gender}`}>
            Belt size is your {measuredWord[gender]} size {`+\u00a0${inchesAdded}\u00a0inches.`}
          </p>
        ))}
        <GenderToggle legend="Sizes for" first={first} />
      </div>
      {genders.map((gender) => (
        <Fragment key={gender}>
          <SizeTable gender={gender} />
          <div className={`plate of-${gender}`}>
            <MeasureDrawing size={String(exampleSize[gender] + inchesAdded)} />
          </div>
        </Fragment>
      ))}
      <p className="quiet small">
        Or measure a belt that fits you like this, from the bar of the buckle to the hole you use. There’s a
        tape to print, too: <TapeLinks />.
      </p>
      {genders.map((gender) => (
        <dl key={gender} className={`sizing-styles of-${gender}`}>
          {styles.map((style) => {
            const { width, words } = styleDescriptions[gender][style]
            return (
              <div key={style}>
                <dt>{styleNames[style]}</dt>
                <dd>
                  {width && `${width}. `}
                  {words}
                </dd>
              </div>
            )
          })}
        </dl>
      ))}
      <p className="small">
        <b>{notSure.title}</b> {notSure.words}
      </p>
    </div>
  )
}
