declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'

  // Production builds load the admin's pages later (vite.config.ts).
  const build: ServerBuild & { loadAdmin?: () => Promise<unknown> }
  export = build
}

/**
 * The text of a script that is inlined in a page, built from a module (vite.config.ts); empty in the browser's own build.
 */
declare module '*?script' {
  const text: string
  export default text
}
