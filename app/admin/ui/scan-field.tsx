import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import './scan.css'

type ScanFieldProps = {
  label: string
  hint: string
  /** called with what a scanner or a person typed; empty: just Enter */
  onScan: (code: string) => void
  field?: RefObject<HTMLInputElement | null>
}

/**
 * The input for a scanner, which acts as a keyboard ending with Enter. It has the focus and catches typing anywhere
 * on the screen, so that nobody has to click first.
 */
export function ScanField({ label, hint, onScan, field: outer }: ScanFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const field = outer ?? own
  const [typed, setTyped] = useState('')
  useEffect(() => {
    field.current?.focus()
    const catchKeys = (event: KeyboardEvent) => {
      const { target } = event
      const isElsewhere =
        !(target instanceof Element) || !target.closest('input, textarea, select, button, a, dialog, summary')
      if (isElsewhere && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
        field.current?.focus()
    }
    addEventListener('keydown', catchKeys)
    return () => removeEventListener('keydown', catchKeys)
  }, [field])
  function submit(event: FormEvent) {
    event.preventDefault()
    const code = typed.trim()
    setTyped('')
    onScan(code)
  }
  return (
    <form className="scan-field" onSubmit={submit}>
      <label className="field">
        <span>{label}</span>
        <input
          ref={field}
          className="input num"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <p className="hint">{hint}</p>
    </form>
  )
}

let audio: AudioContext | null = null

/** A short high tone for right, two low ones for wrong. Silent if the browser has no audio. */
export function playScanSound(isRight: boolean): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    const tones = isRight
      ? [[1320, 0, 0.12]]
      : [
          [180, 0, 0.25],
          [140, 0.3, 0.4],
        ]
    for (const [hertz, after, seconds] of tones as [number, number, number][]) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.type = isRight ? 'sine' : 'square'
      tone.frequency.value = hertz
      volume.gain.value = isRight ? 0.3 : 0.4
      tone.connect(volume).connect(audio.destination)
      tone.start(audio.currentTime + after)
      tone.stop(audio.currentTime + after + seconds)
    }
  } catch {
    // The text and the color say it as well.
  }
}
