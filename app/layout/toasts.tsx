import { type ComponentType, useEffect, useState } from 'react'
import { onToast, type Toast } from '../ui/toast-store.ts'
// With the page and not with the toaster: a stylesheet that failed to load once is not asked for again.
import '../ui/toaster.css'

type Drawing = { Toaster: ComponentType<{ first: Toast | null }>; first: Toast }

/**
 * Loads what draws toasts when the first one is shown: most visits never see one. Without a network the notice is not
 * drawn, the page stays, and the next notice tries again.
 */
export function Toasts() {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let latest: Toast | null = null
    const stop = onToast(async (toast) => {
      latest = toast
      try {
        const { Toaster } = await import('../ui/toaster.tsx')
        setDrawing((known) => known ?? { Toaster, first: latest ?? toast })
        stop()
      } catch {
        // Every notice that matters also stands in the page, beside what it is about.
      }
    })
    return () => void stop()
  }, [])
  return drawing && <drawing.Toaster first={drawing.first} />
}
