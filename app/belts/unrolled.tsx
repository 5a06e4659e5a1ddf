import { ownPictures } from '../../domain/own-pictures.ts'
import { Picture } from '../ui/picture.tsx'
import './belt-links.css'
import './belt-shot.css'

type UnrolledProps = {
  /** the belt's product shot */
  src: string | null
  /** the page's main picture, loaded first */
  priority?: boolean
}

/** A belt at full length across the page; nothing for belts that were uploaded, which have no such picture. */
export function Unrolled({ src, priority }: UnrolledProps) {
  const { wave } = ownPictures(src)
  if (!wave) return null
  return (
    <div className="unrolled daylit">
      <Picture
        src={wave}
        alt=""
        width={1000}
        height={220}
        sizes="100vw"
        {...(priority ? { priority } : {})}
      />
    </div>
  )
}
