import { lazy, Suspense, useEffect, useState } from 'react'
import { onToast, type Toast } from '../ui/toast-store.ts'

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }))

/** Loads what draws toasts when the first one is shown: most visits never see one. */
export function Toasts() {
  const [first, setFirst] = useState<Toast | null>(null)
  useEffect(() => {
    const stop = onToast((toast) => {
      stop()
      setFirst(toast)
    })
    return stop
  }, [])
  return first && <Suspense>{<Toaster first={first} />}</Suspense>
}
