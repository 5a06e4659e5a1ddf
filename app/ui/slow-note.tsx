import { slowWords, useSlow } from './use-slow.ts'

type SlowNoteProps = { isBusy: boolean; children?: string }

/** Beside a button that works: says after some seconds that it takes longer than usual, and that nothing is lost. */
export function SlowNote({ isBusy, children = slowWords }: SlowNoteProps) {
  const isSlow = useSlow(isBusy)
  return (
    <div className="slow-note" role="status">
      {isSlow && <p className="note">{children}</p>}
    </div>
  )
}
