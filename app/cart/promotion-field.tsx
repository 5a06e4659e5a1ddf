import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SlowNote } from '../ui/slow-note.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Promoting } from './use-promotion.ts'

/** Characters of a code's field; the server takes no more (domain/api.ts). */
const mostCharacters = 60

/** Where a promotion code is typed: folded away, because most buyers have none. */
export function PromotionField({ promotion }: { promotion: Promoting }) {
  const { problem, isByBuyer } = promotion
  const [isOpen, setIsOpen] = useState(problem !== null)
  const focusOn = useRef(problem === null ? 'summary' : 'input')
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    // The row of a code was here before: taken out by the buyer, or refused.
    if (isByBuyer) details.current?.querySelector<HTMLElement>(focusOn.current)?.focus()
  }, [isByBuyer])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void promotion.apply()
  }

  return (
    <details
      className="promotion"
      ref={details}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="btn btn-3">Add a promotion code</summary>
      <form noValidate onSubmit={onSubmit}>
        <TextField
          label="Promotion code"
          name="promotion-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={mostCharacters}
          value={promotion.typed}
          onChange={promotion.setTyped}
          error={problem}
        />
        <button className="btn btn-2" type="submit">
          {promotion.isAsking ? 'Checking...' : 'Apply'}
        </button>
        <SlowNote isBusy={promotion.isAsking} />
      </form>
    </details>
  )
}
