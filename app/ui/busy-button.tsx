import { type ComponentProps, useEffect, useState } from 'react'

type BusyButtonProps = Omit<ComponentProps<'button'>, 'type' | 'aria-disabled'> & { isBusy: boolean }

/** A button that does nothing while its work is under way. Unlike a disabled one, it keeps the focus. */
export function BusyButton({ isBusy, onClick, ...button }: BusyButtonProps) {
  return (
    <button
      {...button}
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    />
  )
}

/** When, in milliseconds, a call counts as slow. It isn't aborted: that could do it twice. */
const slowAfter = 5000

export const slowLabel = 'This is taking longer than usual. Nothing’s lost, so hang on.'

/** True while a call takes longer than usual. */
export function useSlow(isBusy: boolean) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setIsSlow(true), slowAfter)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isBusy])
  return isSlow
}

type SlowNoteProps = { isBusy: boolean; children?: string }

/** Shown next to a busy button: after some seconds, says that it takes longer than usual and nothing is lost. */
export function SlowNote({ isBusy, children = slowLabel }: SlowNoteProps) {
  const isSlow = useSlow(isBusy)
  return (
    <div className="slow-note" role="status">
      {isSlow && <p className="note">{children}</p>}
    </div>
  )
}
