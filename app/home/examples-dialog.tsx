import { useId, useState } from 'react'
import type { Belt } from '../../domain/belt.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { BeltFacts } from './belt-facts.tsx'
import { ExamplePager } from './example-pager.tsx'
import './examples-dialog.css'
import { FullscreenPicture } from './fullscreen-picture.tsx'

type ExamplesDialogProps = {
  /** "Men, Casual" */
  title: string
  /** at least one */
  examples: Belt[]
  open: boolean
  onClose: () => void
}

type Shot = { src: string; alt: string; height: number }

/** The examples of a style, one at a time (spec §2 "Styles"). The arrow keys page. */
export function ExamplesDialog({ title, examples, open, onClose }: ExamplesDialogProps) {
  const titleId = useId()
  const [index, setIndex] = useState(0)
  const [fullscreen, setFullscreen] = useState<Shot | null>(null)
  const belt = examples[index] ?? examples[0]!
  const go = (to: number) => setIndex((to + examples.length) % examples.length)
  const shots: Shot[] = [
    { src: belt.lifestyleImageUrl ?? '', alt: belt.lifestyleAlt, height: 1500 },
    { src: belt.imageUrl ?? '', alt: belt.imageAlt, height: 1200 },
  ]
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId} className="examples">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside, which have the focus */}
      <div
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') go(index + 1)
          if (key === 'ArrowLeft') go(index - 1)
        }}
      >
        <div className="dialog-top">
          <h2 id={titleId}>{title}</h2>
          <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className="dialog-pics">
          {shots.map((shot, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two places; the pictures in them change
            <ShotButton key={place} shot={shot} onClick={() => setFullscreen(shot)} />
          ))}
        </div>
        <div className="dialog-body">
          <div>
            <h3>{belt.name}</h3>
            <p className="quiet">{belt.description}</p>
            <ExamplePager index={index} count={examples.length} onGo={go} />
          </div>
          <BeltFacts
            rows={[
              ['Materials', belt.material],
              ['Buckle', belt.buckle],
              ['Available colors', belt.colors.join(', ')],
              ['Width', belt.width],
            ]}
          />
        </div>
      </div>
      <FullscreenPicture shot={fullscreen} onClose={() => setFullscreen(null)} />
    </Dialog>
  )
}

function ShotButton({ shot, onClick }: { shot: Shot; onClick: () => void }) {
  const picture = (
    <Picture
      src={shot.src || null}
      alt={shot.alt}
      width={1200}
      height={shot.height}
      sizes="(min-width: 1100px) 528px, 50vw"
      loading="eager"
    />
  )
  if (shot.src === '') return <div className="shot-place">{picture}</div>
  return (
    <button
      type="button"
      className="shot-place"
      aria-label={`${shot.alt}, show fullscreen`}
      onClick={onClick}
    >
      {picture}
    </button>
  )
}
