import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icons.tsx'

export type Notice = { words: string; isBad?: boolean }

/** The result of the last click. It takes the focus because the clicked button may be gone. */
export function NoticeLine({ notice }: { notice: Notice | null }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice) line.current?.focus({ preventScroll: true })
  }, [notice])
  return (
    <div ref={line} tabIndex={-1} role="status" className="account-notice">
      {notice &&
        (notice.isBad ? (
          <p className="alert bad">
            <Icon name="alert" />
            {notice.words}
          </p>
        ) : (
          <p className="alert account-done">{notice.words}</p>
        ))}
    </div>
  )
}
