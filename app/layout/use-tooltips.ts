import { useEffect } from 'react'

/** Esc hides the tooltip that is shown (app/ui/tooltip.css), until the pointer or the focus moves on (WCAG 1.4.13). */
export function useTooltips() {
  useEffect(() => {
    const { dataset } = document.documentElement
    const hear = (event: Event) => {
      if (!('key' in event)) delete dataset.tooltips
      else if (event.key === 'Escape') dataset.tooltips = 'off'
    }
    const moves = ['keydown', 'focusin', 'pointerover']
    for (const move of moves) addEventListener(move, hear)
    return () => {
      for (const move of moves) removeEventListener(move, hear)
    }
  }, [])
}
