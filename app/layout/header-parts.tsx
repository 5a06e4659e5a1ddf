import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useShop } from '../shop/use-shop.ts'
import { Icon, Mark } from '../ui/icons.tsx'
import { currentTheme, otherTheme, setTheme } from './theme.ts'

export function Logo() {
  const { name } = useShop()
  return (
    <Link className="logo" to="/">
      <Mark />
      <span>{name}</span>
    </Link>
  )
}

/** Light or dark, kept in local storage (spec §2). */
export function ThemeToggle() {
  const theme = useSyncExternalStore(watchTheme, currentTheme, () => 'light' as const)
  const other = otherTheme(theme)
  return (
    <button
      className="icon-btn theme-toggle"
      type="button"
      aria-label={`Switch to ${other} theme`}
      onClick={() => setTheme(other)}
    >
      <Icon name="theme" />
    </button>
  )
}

function watchTheme(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
