import type { BeltFields } from '../../../domain/admin/belt-calls.ts'

/** What the owner wrote, as the table keeps it: without blanks around, the width in words (spec §3). */
export function beltRow({ widthMm, ...belt }: BeltFields) {
  return {
    ...belt,
    name: belt.name.trim(),
    description: belt.description.trim(),
    material: belt.material.trim(),
    width: `${widthMm} mm`,
    buckle: belt.buckle.trim(),
    colors: [...new Set(belt.colors.map((color) => color.trim()))],
    imageAlt: belt.imageAlt.trim(),
    lifestyleAlt: belt.lifestyleAlt.trim(),
  }
}
