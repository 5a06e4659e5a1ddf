import { useState, useSyncExternalStore } from 'react'
import { bankCard, mmPerInch } from '../../../domain/measured.ts'
import { keepInTab, readFromTab } from '../../browser/tab-storage.ts'

/** Along which side of the screen things are laid: down a phone's, across any other. */
export type Axis = 'down' | 'across'

/** The side of a bank card that is measured: a phone is narrower than the long one. */
export const cardSide: Record<Axis, number> = { down: bankCard.height, across: bankCard.width }

/** Pixels in a millimeter: the fewest and most that a screen has, and what most have that are held this way. */
export const pixels = { fewest: 2.4, most: 9, down: 6.1, across: 4.4 }

/** What a browser's zoom or a pinch changes: a scale holds only as long as this stays. */
const zoomNow = () => window.devicePixelRatio * (window.visualViewport?.scale ?? 1)

const watch = (changed: () => void) => {
  window.addEventListener('resize', changed)
  window.visualViewport?.addEventListener('resize', changed)
  return () => {
    window.removeEventListener('resize', changed)
    window.visualViewport?.removeEventListener('resize', changed)
  }
}

const key = 'screenScale'

type Scale = { pixelsPerMm: number; zoom: number }

function kept(): Scale | null {
  try {
    const { pixelsPerMm, zoom } = JSON.parse(readFromTab(key) ?? 'null') as Scale
    return pixelsPerMm >= pixels.fewest && pixelsPerMm <= pixels.most ? { pixelsPerMm, zoom } : null
  } catch {
    return null
  }
}

/**
 * The screen's scale, once a card has set it in this tab; null: not yet, or the zoom has changed since, and `isLost` says
 * so.
 */
export function useScreenScale() {
  const zoom = useSyncExternalStore(watch, zoomNow, () => 1)
  const axis: Axis = useSyncExternalStore(
    watch,
    () => (window.innerWidth < 640 && window.innerHeight > window.innerWidth ? 'down' : 'across'),
    () => 'across',
  )
  const [scale, setScale] = useState(kept)
  const isLost = scale !== null && scale.zoom !== zoom
  return {
    axis,
    pixelsPerMm: scale && !isLost ? scale.pixelsPerMm : null,
    isLost,
    set(pixelsPerMm: number | null) {
      const next = pixelsPerMm === null ? null : { pixelsPerMm, zoom }
      keepInTab(key, next && JSON.stringify(next))
      setScale(next)
    },
  }
}

/** Inches of belt that lie on a screen with so many pixels at a time: whole or half ones, which are easy to mark. */
export function portionOf(room: number, pixelsPerMm: number): number {
  return Math.max(1, Math.floor((room / pixelsPerMm / mmPerInch) * 2) / 2)
}
