import { useId, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Picture } from '../ui/picture.tsx'
import './fullscreen-picture.css'

type Shot = { src: string; alt: string; height: number }

/** One picture on the whole screen; a click anywhere closes it, and Esc (spec §2 "Styles"). */
export function FullscreenPicture({ shot, onClose }: { shot: Shot | null; onClose: () => void }) {
  const title = useId()
  // Kept while the picture fades out.
  const [last, setLast] = useState(shot)
  if (shot && shot !== last) setLast(shot)
  const shown = shot ?? last
  if (!shown) return null
  return (
    <Dialog open={shot !== null} onClose={onClose} labelledBy={title} className="fullscreen">
      <button type="button" onClick={onClose}>
        <span className="sr" id={title}>
          {shown.alt}, close
        </span>
        <Picture src={shown.src} alt="" width={1200} height={shown.height} sizes="100vw" loading="eager" />
      </button>
    </Dialog>
  )
}
