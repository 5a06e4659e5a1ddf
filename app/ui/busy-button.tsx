import type { ComponentProps } from 'react'

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
