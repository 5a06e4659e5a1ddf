import type { Belt } from '../../domain/belt.ts'
import { ownPictures } from '../../domain/own-pictures.ts'
import { Picture } from '../ui/picture.tsx'
import './belt-shot.css'

const looks = ['lying', 'close', 'worn', 'unrolled'] as const
export type Look = (typeof looks)[number]

/**
 * How a belt is shown at a place in a row or grid. Four looks take turns, so in rows of two, three or four no two
 * neighbors are alike, beside or below each other.
 */
export const lookAt = (place: number): Look => looks[place % looks.length]!

type BeltShotProps = { belt: Belt; look: Look; sizes: string }

/**
 * A belt in one of its pictures. One that the owner uploaded is always shown lying, as uploaded: its other pictures may be
 * missing, or older.
 */
export function BeltShot({ belt, look, sizes }: BeltShotProps) {
  const { wave } = ownPictures(belt.imageUrl)
  const square = { width: 1200, height: 1200, sizes }
  if (wave && look === 'close' && belt.detailImageUrl)
    return <Picture {...square} src={belt.detailImageUrl} alt={belt.detailAlt} />
  if (wave && look === 'worn' && belt.lifestyleImageUrl) {
    const { lifestyleImageUrl: src, lifestyleAlt: alt } = belt
    return <Picture {...square} src={src} alt={alt} height={1500} className="worn-shot" />
  }
  if (wave && look === 'unrolled') {
    const alt = `${belt.name}, unrolled`
    return <Picture src={wave} alt={alt} width={1000} height={220} sizes={sizes} className="whole-shot" />
  }
  // A belt without a close-up lies the other way around.
  const turned = wave && look === 'close' ? { className: 'turned-shot' } : {}
  return (
    <Picture {...square} {...turned} src={belt.imageUrl} night={belt.nightImageUrl} alt={belt.imageAlt} />
  )
}
