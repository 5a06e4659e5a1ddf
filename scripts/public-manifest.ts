import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes the route list for public pages: all routes except the admin's, which are many and which no public page links
 * to. The admin is opened by its URL and loads the full list (server/http/inline-critical-css.ts).
 * @param client absolute path of build/client
 * @throws Error if the build's route list has changed its format
 */
export function writePublicManifest(client: string) {
  const [file] = globSync('assets/manifest-*.js', { cwd: client })
  if (!file) throw new Error('the build wrote no route list')
  const [, start, list] = /^(window\.__reactRouterManifest=)(\{[\s\S]*\});\s*$/.exec(
    readFileSync(path.join(client, file), 'utf8'),
  ) ?? ['', '', '']
  const manifest = JSON.parse(list!) as { routes: Record<string, unknown>; url: string }
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).filter(([id]) => !id.startsWith('admin/')),
  )
  const name = file.replace(/\.js$/, '-public.js')
  // The page refers to this URL again after hydration.
  const url = `/${name}`
  writeFileSync(path.join(client, name), `${start}${JSON.stringify({ ...manifest, routes, url })};`)
}
