import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes the list of routes that public pages load: all but the admin's, which are many and which no public page leads to.
 * The admin is opened by its address and loads the whole list (server/http/inline-critical-css.ts).
 * @param client absolute path of build/client
 * @throws Error when the build's list of routes is not as it was
 */
export function writePublicManifest(client: string) {
  const [file] = globSync('assets/manifest-*.js', { cwd: client })
  if (!file) throw new Error('the build wrote no list of routes')
  const [, start, list] = /^(window\.__reactRouterManifest=)(\{[\s\S]*\});\s*$/.exec(
    readFileSync(path.join(client, file), 'utf8'),
  ) ?? ['', '', '']
  const manifest = JSON.parse(list!) as { routes: Record<string, unknown>; url: string }
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).filter(([id]) => !id.startsWith('admin/')),
  )
  const name = file.replace(/\.js$/, '-public.js')
  // The page names this address again once it lives.
  const url = `/${name}`
  writeFileSync(path.join(client, name), `${start}${JSON.stringify({ ...manifest, routes, url })};`)
}
