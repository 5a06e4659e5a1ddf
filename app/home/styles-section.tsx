import { Suspense, useState } from 'react'
import { type Belt, type Gender, genderNames, type Style, styleNames, styles } from '../../domain/belt.ts'
import { late } from '../ui/late.tsx'
import { BeltCard } from './belt-card.tsx'
import { GenderToggle } from './gender-toggle.tsx'
import './styles-section.css'

// Once: a second try would come without its styles, which browsers are not asked for again.
let dialog: Promise<typeof import('./examples-dialog.tsx')> | undefined
const loadDialog = () => {
  dialog ??= import('./examples-dialog.tsx')
  return dialog
}
const ExamplesDialog = late(async () => (await loadDialog()).ExamplesDialog)

// Should it fail, the click says so.
const comeNear = () => void loadDialog().catch(() => {})

type Shown = { gender: Gender; style: Style; opening: number }

/** One belt of each style, for men or for women, and behind each its examples (spec §2 "Styles"). */
export function StylesSection({ belts }: { belts: Belt[] }) {
  const [gender, setGender] = useState<Gender>('male')
  // Kept while the dialog fades out; null until the first one opens.
  const [shown, setShown] = useState<Shown | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <section id="styles" tabIndex={-1} aria-labelledby="styles-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="styles-title">Styles</h2>
          <GenderToggle legend="Show belts for" value={gender} onChange={setGender} />
        </div>
        <div className="belts">
          {styles.map((style) => {
            const [belt] = examplesOf(belts, { gender, style })
            const show = () => {
              setShown({ gender, style, opening: (shown?.opening ?? 0) + 1 })
              setOpen(true)
            }
            return belt && <BeltCard key={belt.id} belt={belt} onNear={comeNear} onOpen={show} />
          })}
        </div>
      </div>
      {shown && (
        <Suspense>
          <ExamplesDialog
            key={shown.opening}
            title={`${genderNames[shown.gender]}, ${styleNames[shown.style]}`}
            examples={examplesOf(belts, shown)}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

function examplesOf(belts: Belt[], { gender, style }: Pick<Shown, 'gender' | 'style'>) {
  return belts.filter((belt) => belt.gender === gender && belt.style === style)
}
