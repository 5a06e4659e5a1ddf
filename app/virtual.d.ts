declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'

  const build: ServerBuild
  export = build
}

/** The text of a script that stands in a page, made of a module (vite.config.ts); empty in the browser's own build. */
declare module '*?script' {
  const text: string
  export default text
}
