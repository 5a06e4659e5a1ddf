import { type ComponentType, useEffect, useState } from 'react'
import { onToast, type Toast } from '../ui/toast-store.ts'
// With the page and not with the toaster: a stylesheet that failed to load once is not asked for again.
import '../ui/toaster.css'

type Drawing = { Toaster?: ComponentType<{ first: Toast | null }>; first: Toast }

/**
 * Loads what draws toasts when the first one is shown: most visits never see one. Without a network a plain notice
 * stands for it, and the next one tries again.
 */
export function Toasts() {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let latest: Toast | null = null
    const stop = onToast(async (toast) => {
      latest = toast
      try {
        const { Toaster } = await import('../ui/toaster.tsx')
        setDrawing((known) => (known?.Toaster ? known : { Toaster, first: latest ?? toast }))
        stop()
      } catch {
        setDrawing({ first: toast })
      }
    })
    return () => void stop()
  }, [])
  if (!drawing) return null
  const { Toaster, first } = drawing
  if (Toaster) return <Toaster first={first} />
  return (
    <div className="toasts" role="alert">
      <div className="toast bad plain" key={first.id}>
        <p className="toast-title">{first.title}</p>
        <p className="toast-text">{first.description}</p>
      </div>
    </div>
  )
}
