import { useEffect } from 'react'

/** What each key does, as the line below the list says it. */
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

/** Keys of the inbox, while nothing is written and no dialog is open. */
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
