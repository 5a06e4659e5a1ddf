import { Fragment } from 'react'
import { type Gender, genders, styleNames, styles } from '../../domain/belt.ts'
import { exampleSize, inchesAdded, measuredWord } from '../../domain/sizing.ts'
import { SectionLink } from '../layout/section-link.tsx'
import { quizSectionId } from '../shop/quiz-request.ts'
import { GenderToggle } from '../sizing/gender-toggle.tsx'
import { MeasureDrawing } from '../sizing/measure-drawing.tsx'
import { fitGuarantee, notSure, SizeTable } from '../sizing/size-table.tsx'
import { Picture } from '../ui/picture.tsx'
import './sizing-section.css'
import { styleDescriptions } from '../sizing/belt-facts.tsx'

/** Spec §2 "Sizing guide section". */
export function SizingSection() {
  return (
    <section
      className="section band by-gender"
      id="sizing-guide"
      tabIndex={-1}
      aria-labelledby="sizing-title"
    >
      <div className="wrap">
        <div className="sec-head">
          <h2 id="sizing-title">Sizing and Style Guide</h2>
          <GenderToggle legend="Sizes for" />
        </div>
        {genders.map((gender) => (
          <WornStyles key={gender} gender={gender} />
        ))}
        <div className="sizing-split">
          {genders.map((gender) => (
            <Fragment key={gender}>
              <FitFormula gender={gender} />
              <div className={`plate of-${gender}`}>
                <MeasureDrawing size={String(exampleSize[gender] + inchesAdded)} />
              </div>
              <SizeTable gender={gender} />
            </Fragment>
          ))}
          <div className="fit-guarantee">
            <h3>{fitGuarantee.title}</h3>
            <p className="quiet small">{fitGuarantee.words}</p>
          </div>
        </div>
        <div className="not-sure">
          <div>
            <h3>{notSure.title}</h3>
            <p className="quiet">{notSure.words}</p>
          </div>
          <SectionLink section={quizSectionId} className="btn btn-2">
            Go to the Style Quiz
          </SectionLink>
        </div>
      </div>
    </section>
  )
}

function WornStyles({ gender }: { gender: Gender }) {
  return (
    <div className={`worn-styles of-${gender}`}>
      {styles.map((style) => {
        const { width, words, picture, pictureAlt } = styleDescriptions[gender][style]
        return (
          <div key={style}>
            <div className="worn">
              <Picture
                src={picture}
                alt={pictureAlt}
                width={1200}
                height={1500}
                sizes="(min-width: 1456px) 416px, (min-width: 768px) 30vw, 92vw"
              />
            </div>
            <h3>{styleNames[style]}</h3>
            <p>
              {width && `${width}. `}
              {words}
            </p>
          </div>
        )
      })}
    </div>
  )
}

/** Pants or waist size + 2 = belt size, as large figures. */
function FitFormula({ gender }: { gender: Gender }) {
  const measured = exampleSize[gender]
  const word = measuredWord[gender]
  return (
    <p className={`formula num of-${gender}`}>
      <span>
        {measured}
        <small>your {word} size</small>
      </span>
      <i>+</i>
      <span>
        {inchesAdded}
        <small>inches</small>
      </span>
      <i>=</i>
      <span className="formula-belt">
        {measured + inchesAdded}
        <small>your belt size</small>
      </span>
    </p>
  )
}
