import { useEffect } from 'react'

/** The shortcuts as listed below the inbox. */
export const inboxKeys: [key: string, does: string][] = [
  ['j', 'next'],
  ['k', 'back'],
  ['r', 'answer'],
  ['n', 'note'],
  ['e', 'done'],
  ['z', 'snooze a day'],
  ['!', 'spam'],
  ['Ctrl Enter', 'send'],
]

/** Handles the inbox's shortcuts unless a field or dialog has the focus. */
export function useInboxKeys(does: Record<string, () => void>) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const at = event.target as HTMLElement
      if (at.closest('input, textarea, select, [contenteditable], dialog, [role=dialog]')) return
      const act = does[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}
