export type Theme = 'light' | 'dark'

/** Local storage key of the visitor's choice (spec §2). */
const themeKey = 'theme'

/** Applies the chosen or the system's theme before the first paint, so that nothing flashes. */
export function restoreTheme() {
  let theme: string | null = null
  try {
    theme = localStorage.getItem(themeKey)
  } catch {
    // Storage may be forbidden.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
}

/** The document's current theme. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** The theme that the toggle switches to. */
export const otherTheme = (theme = currentTheme()): Theme => (theme === 'dark' ? 'light' : 'dark')

/** Applies a theme and saves it; if storage is blocked, it still switches. */
export function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Storage may be forbidden; the choice then lasts for this page.
  }
}
