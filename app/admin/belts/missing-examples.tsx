import type { BeltView } from '../../../domain/admin/belt-calls.ts'
import { genderNames, genders, styleNames, styles } from '../../../domain/belt.ts'

/** Spec §2 "Styles": three examples exist per style and gender. */
const promised = 3

/** Says of which style the drop has fewer belts than the home page promises. */
export function MissingExamples({ belts }: { belts: BeltView[] }) {
  const active = belts.filter((belt) => belt.isActive)
  if (active.length === 0) return null
  const missing = genders.flatMap((gender) =>
    styles.flatMap((style) => {
      const count = active.filter((belt) => belt.gender === gender && belt.style === style).length
      return count < promised ? [`${genderNames[gender]}, ${styleNames[style]}: ${count}`] : []
    }),
  )
  if (missing.length === 0) return null
  return (
    <p className="belt-missing">
      <span className="st wn">Fewer than three active examples.</span> {missing.join('. ')}.
    </p>
  )
}
