export type Theme = 'light' | 'dark'

/** Local storage key of the visitor's choice (spec §2). */
const themeKey = 'theme'

/** Shows the theme that was chosen, or the system's; before the first paint, so that none flashes. */
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

/** The theme that the document shows now. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** The theme that the toggle leads to. */
export const otherTheme = (theme = currentTheme()): Theme => (theme === 'dark' ? 'light' : 'dark')

/** Shows a theme and keeps it; a browser that forbids storage still switches. */
export function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Storage may be forbidden; the choice then lasts for this page.
  }
}
