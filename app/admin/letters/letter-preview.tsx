import { useState } from 'react'

const widths = [
  [375, 'Phone'],
  [600, 'Computer'],
] as const
const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
type Theme = (typeof themes)[number][0]

/** The letter by the renderer of the mail itself, in a frame that runs nothing. */
export function LetterPreview({ html }: { html: string }) {
  const [width, setWidth] = useState<number>(375)
  const [theme, setTheme] = useState<Theme>('light')
  // A frame shows the theme of the machine: the letter's own style sheet is told which one to follow.
  const themed = html.replaceAll(
    '@media (prefers-color-scheme: dark)',
    theme === 'dark' ? '@media all' : '@media not all',
  )
  return (
    <section className="letter-preview" aria-label="Preview">
      <div className="letter-preview-tools">
        <Choice name="Width" options={widths} value={width} onChange={setWidth} />
        <Choice name="Theme" options={themes} value={theme} onChange={setTheme} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is scrolled by keyboard */}
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
