import type { Gender } from './belt.ts'
import type { Fit } from './feedback.ts'
import { beltSizes } from './sizing.ts'

/** The size that a belt which is tight or loose asks for: the neighbouring one; null at the end of the row. */
export function nextSize(size: string, fit: Fit, gender: Gender): string | null {
  const sizes = beltSizes[gender]
  const place = sizes.indexOf(size)
  if (place < 0 || fit === 'right') return null
  return sizes[place + (fit === 'tight' ? 1 : -1)] ?? null
}
