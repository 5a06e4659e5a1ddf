import { track } from '../browser/analytics.ts'

/** A short notice. Destructive ones report a failure (spec §8). */
export type Toast = { id: number; title: string; description: string; destructive: boolean }

const listeners = new Set<(toast: Toast | null) => void>()
let lastId = 0

/** Shows a toast; only one is visible at a time (spec §4, §9), so a new one replaces the old. */
export function showToast(toast: { title: string; description?: string; destructive?: boolean }) {
  const shown: Toast = {
    id: ++lastId,
    title: toast.title,
    description: toast.description ?? '',
    destructive: toast.destructive ?? false,
  }
  // Spec §1: a destructive toast is reported as a non-fatal exception.
  if (shown.destructive) {
    const { title, description } = toast
    track('exception', { title: title || 'Error', ...(description ? { description } : {}), fatal: false })
  }
  for (const listener of listeners) listener(shown)
}

/** Dismisses the current toast: what it said is no longer true. */
export function dismissToast() {
  for (const listener of listeners) listener(null)
}

/** Calls the listener for every toast, and with null to dismiss it; returns the unsubscribe function. */
export function onToast(listener: (toast: Toast | null) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
