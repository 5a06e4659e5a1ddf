declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'

  // Whoever builds for production has the admin's pages loaded later (vite.config.ts).
  const build: ServerBuild & { loadAdmin?: () => Promise<unknown> }
  export = build
}

/** The text of a script that stands in a page, made of a module (vite.config.ts); empty in the browser's own build. */
declare module '*?script' {
  const text: string
  export default text
}
