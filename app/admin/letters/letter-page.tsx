import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { LetterAudience, LetterBlock } from '../../../domain/admin/letter-blocks.ts'
import type { LetterView } from '../../../domain/admin/letter-contracts.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { sentenceOf, useAdmin, useChange } from '../client/use-admin.ts'
import { useDraft } from '../client/use-draft.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { AudiencePanel } from './audience-panel.tsx'
import { BlockEditor } from './block-editor.tsx'
import { stateLabels, stateSigns } from './letter-labels.ts'
import { SendPanel } from './send-panel.tsx'
import { SendingPanel } from './sending-panel.tsx'
import '../orders/orders.css'
import './letters.css'

/** How often, in milliseconds, a letter that is being sent is refreshed. */
const lookEvery = 3_000

/** A letter: edited, previewed as its readers get it, sent, and its results. */
export default function LetterPage() {
  const { letterId = '' } = useParams()
  const letter = useAdmin(
    'getLetter',
    { letterId },
    {
      lookAgain: (data) =>
        data && (data.state === 'sending' || data.state === 'scheduled') ? lookEvery : false,
    },
  )
  const shown = letter.data
  return (
    <>
      <ScreenHead
        back={<Link to="/admin/letters">Letters</Link>}
        title={shown ? shown.subject || 'A new letter' : 'Letter'}
        note={
          shown && (
            <>
              {dropTitle(shown.month)},{' '}
              <span className={stateSigns[shown.state]}>{stateLabels[shown.state]}</span>
            </>
          )
        }
      >
        {shown?.publishedAt && (
          <div className="adm-tools">
            <a className="btn btn-2" href={`/letters/${shown.slug}`}>
              See its page
            </a>
          </div>
        )}
      </ScreenHead>
      <ListState query={letter}>
        {(data) =>
          data.state === 'draft' ? (
            <Writing key={data.id} letter={data} onRead={() => void letter.refetch()} />
          ) : (
            <div className="letter">
              <div className="letter-main">
                <SendingPanel letter={data} />
              </div>
              <LetterPreview html={data.html} />
            </div>
          )
        }
      </ListState>
    </>
  )
}

type Written = { subject: string; preview: string; blocks: LetterBlock[]; audience: LetterAudience }

const writtenIn = ({ subject, preview, blocks, audience }: LetterView): Written => ({
  ...{ subject, preview, blocks, audience },
})

/** The pause in typing, in milliseconds, before the draft is saved. */
const savesAfter = 700

/** The editor. It saves automatically; what can't be saved stays in this tab and is retried with the next change. */
function Writing({ letter, onRead }: { letter: LetterView; onRead: () => void }) {
  const draft = useDraft(`letter:${letter.id}`, writtenIn(letter))
  const [busy, setBusy] = useState(false)
  const version = useRef(letter.version)
  const [saved, setSaved] = useState(letter)
  const save = useChange('updateLetter', { inTurn: true })
  const { value, isChanged } = draft
  const words = JSON.stringify(value)
  const isSaved = words === JSON.stringify(writtenIn(saved))
  // The draft predates a reload, and someone else or another tab has saved since.
  const [isOver, setOver] = useState(
    () => isChanged && JSON.stringify(draft.began) !== JSON.stringify(writtenIn(letter)),
  )

  // Saved once typing pauses, so that a sentence is one call; the reply has the letter as its readers would get it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text starts the timer
  useEffect(() => {
    if (isSaved || isOver) return
    const timer = setTimeout(() => {
      save.mutate(
        { letterId: letter.id, version: version.current, ...value },
        {
          onSuccess: (now) => {
            version.current = now.version
            setSaved(now)
            draft.savedSoFar(writtenIn(now))
          },
        },
      )
    }, savesAfter)
    return () => clearTimeout(timer)
  }, [words, isSaved, isOver])

  return (
    <div className="letter">
      <div className="letter-main">
        <p className="quiet letter-saved" role="status">
          {save.isError
            ? sentenceOf(
                save.error,
                'Not saved. What you wrote stays in this tab, and is saved with your next change.',
              )
            : isSaved || !isChanged
              ? 'Saved'
              : isOver
                ? 'Not saved'
                : 'Saving …'}
        </p>
        {isOver && (
          <section className="panel adm-form" role="alert">
            <p>This letter changed while you were writing. Below is what you wrote; it isn’t saved yet.</p>
            <div className="adm-tools">
              <button className="btn btn-2" type="button" onClick={() => setOver(false)}>
                Save mine over it
              </button>
              <button
                className="btn btn-2"
                type="button"
                onClick={() => {
                  draft.giveUp()
                  setOver(false)
                }}
              >
                Use the saved letter
              </button>
            </div>
          </section>
        )}
        <section className="panel adm-form" aria-label="Subject">
          <TextField
            label="Subject"
            maxLength={150}
            value={value.subject}
            onChange={(subject) => draft.change({ subject })}
          />
          <TextField
            label="Preview line"
            hint="Shown beside the subject in most inboxes."
            maxLength={200}
            value={value.preview}
            onChange={(preview) => draft.change({ preview })}
          />
        </section>
        <BlockEditor blocks={value.blocks} onBusy={setBusy} onChange={(blocks) => draft.change({ blocks })} />
        <AudiencePanel
          letterId={letter.id}
          audience={value.audience}
          savedVersion={saved.version}
          onChange={(audience) => draft.change({ audience })}
        />
        <SendPanel letter={saved} isSaved={isSaved && !busy} onSent={onRead} />
      </div>
      <LetterPreview html={saved.html} />
    </div>
  )
}

const widths = [
  [375, 'Phone'],
  [600, 'Computer'],
] as const
const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
type Theme = (typeof themes)[number][0]

/** The letter as the email renderer makes it, in a frame without scripts. */
function LetterPreview({ html }: { html: string }) {
  const [width, setWidth] = useState<number>(375)
  const [theme, setTheme] = useState<Theme>('light')
  // A frame follows the system's theme, so the letter's style sheet and pictures are told which one to use.
  const themed = html.replaceAll('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all')
  return (
    <section className="letter-preview" aria-label="Preview">
      <div className="letter-preview-tools">
        <Choice name="Width" options={widths} value={width} onChange={setWidth} />
        <Choice name="Theme" options={themes} value={theme} onChange={setTheme} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, so it must be scrollable by keyboard */}
      <div className="letter-frame" tabIndex={0}>
        <iframe
          title={`The letter at ${width} pixels, ${theme}`}
          sandbox=""
          srcDoc={themed}
          referrerPolicy="no-referrer"
          style={{ width }}
        />
      </div>
    </section>
  )
}

type ChoiceProps<T> = {
  name: string
  options: readonly (readonly [T, string])[]
  value: T
  onChange: (value: T) => void
}

function Choice<T extends string | number>({ name, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="letter-choice">
      <legend className="sr">{name}</legend>
      {options.map(([each, word]) => (
        <label key={each}>
          <input
            className="sr"
            type="radio"
            name={name}
            checked={value === each}
            onChange={() => onChange(each)}
          />
          <span>
            {word}
            {typeof each === 'number' && <small className="num"> {each}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
