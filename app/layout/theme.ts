export type Theme = 'light' | 'dark'

/** Local storage key of the visitor's choice (spec §2). */
const themeKey = 'theme'

/** Runs in the head before the first paint, so that no theme flashes. Its text never changes: the CSP holds its hash. */
// The browser has it from the page, and need not load it a second time.
export const themeScript = !import.meta.env.SSR
  ? ''
  : `try{var t=localStorage.getItem('theme')}catch(e){}document.documentElement.dataset.theme=t==='light'||t==='dark'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'`

/** The theme that the document shows now. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** Shows a theme and keeps it; a browser that forbids storage still switches. */
export function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Storage may be forbidden; the choice then lasts for this page.
  }
}
