import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Belt } from '../../domain/belt.ts'
import { TurnView } from '../belts/turn-view.tsx'
import { SectionLink } from '../layout/section-link.tsx'
import { quizSectionId } from '../shop/quiz-request.ts'
import { BeltFacts } from '../sizing/belt-facts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import './examples-dialog.css'

type ExamplesDialogProps = {
  /** "Men, Casual" */
  title: string
  /** at least one */
  examples: Belt[]
  open: boolean
  onClose: () => void
}

type Shot = { src: string; alt: string; height: number }

/** A style's examples, one at a time; the arrow keys switch between them (spec §2 "Styles"). */
export function ExamplesDialog({ title, examples, open, onClose }: ExamplesDialogProps) {
  const titleId = useId()
  const [index, setIndex] = useState(0)
  const [fullscreen, setFullscreen] = useState<Shot | null>(null)
  const belt = examples[index] ?? examples[0]!
  const go = (to: number) => setIndex((to + examples.length) % examples.length)
  const worn: Shot = { src: belt.lifestyleImageUrl ?? '', alt: belt.lifestyleAlt, height: 1500 }
  const lying: Shot = { src: belt.imageUrl ?? '', alt: belt.imageAlt, height: 1200 }
  const close: Shot = { src: belt.detailImageUrl ?? '', alt: belt.detailAlt, height: 1200 }
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId} className="examples">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the buttons inside, which have the focus */}
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
          <ShotButton shot={worn} onClick={() => setFullscreen(worn)} />
          {lying.src === '' ? (
            <ShotButton shot={lying} onClick={() => {}} />
          ) : (
            <TurnView
              key={belt.id}
              belt={belt}
              sizes="(min-width: 1100px) 528px, 50vw"
              press={{
                label: `${lying.alt}, show fullscreen`,
                isClose: `${close.alt}, show fullscreen`,
                onPress: (isClose) => setFullscreen(isClose ? close : lying),
              }}
            />
          )}
        </div>
        <div className="dialog-body">
          <div>
            <h3>{belt.name}</h3>
            <p className="quiet">{belt.description}</p>
            <ExamplePager index={index} count={examples.length} onGo={go} />
            <p className="example-go">
              <SectionLink
                section={quizSectionId}
                asks={{ gender: belt.gender, style: belt.style }}
                className="btn btn-1"
                onClick={onClose}
              >
                Start with this style
              </SectionLink>
              <Link className="btn btn-3" to={`/belts/${belt.slug}`} onClick={onClose}>
                {`More about ${belt.name}`}
              </Link>
            </p>
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

/** A full-screen picture; a click anywhere or Esc closes it (spec §2 "Styles"). */
function FullscreenPicture({ shot, onClose }: { shot: Shot | null; onClose: () => void }) {
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

type ExamplePagerProps = { index: number; count: number; onGo: (index: number) => void }

/** "2 of 3 examples", with Previous and Next if there are others. */
function ExamplePager({ index, count, onGo }: ExamplePagerProps) {
  return (
    <div className="pager">
      {count > 1 && (
        <>
          <button
            className="icon-btn"
            type="button"
            aria-label="Previous example"
            onClick={() => onGo(index - 1)}
          >
            <Icon name="left" />
          </button>
          <div className="dots">
            {Array.from({ length: count }, (_, place) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: a dot stands for a position
                key={place}
                type="button"
                aria-label={`Example ${place + 1}`}
                aria-current={place === index}
                onClick={() => onGo(place)}
              />
            ))}
          </div>
          <button
            className="icon-btn"
            type="button"
            aria-label="Next example"
            onClick={() => onGo(index + 1)}
          >
            <Icon name="right" />
          </button>
        </>
      )}
      <span className="note num" aria-live="polite">
        {`${index + 1} of ${count} examples`}
      </span>
    </div>
  )
}
