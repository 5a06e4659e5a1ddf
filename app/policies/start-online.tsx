import { Suspense, useState } from 'react'
import { late } from '../ui/late.tsx'

// Fetched when it is asked for: most readers only read.
const ReturnForm = late(() => import('./return-form.tsx').then((part) => part.ReturnForm))

/** The other way to start: with the order number, here. */
export function StartOnline() {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
        Start here instead, with your order number
      </button>
    )
  }
  return (
    <Suspense fallback={<p role="status">One moment …</p>}>
      <ReturnForm />
    </Suspense>
  )
}
