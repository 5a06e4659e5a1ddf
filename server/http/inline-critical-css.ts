import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decodePlan, renderCriticalCss, scanHtml } from 'beasties/runtime'
import { Parser } from 'htmlparser2'
import type { CriticalPlans } from './compile-critical-css.ts'

/** Speeds up a rendered page's first paint without changing what it shows or does. */
export type InlineCriticalCss = (html: string) => {
  html: string
  /** the module that hydrates the page, fetched as the same path with `?hydrate` (app/before-hydration/load-react.ts) */
  script: string
}

/**
 * Placeholder in the page until the module's content is known. The page names its module's version, so that a browser or
 * CDN with an older module in its cache never uses that with a newer page: React would find other belts than it shows.
 */
const unknownVersion = 'version-of-the-module'
/** Characters of the version: the beginning of the hash that its ETag has (cached-page.ts). */
export const versionLength = 12

/**
 * Takes what the first paint doesn't need out of a rendered page. Rules of each stylesheet that match the page's elements
 * go inline, and the framework's scripts become one module, fetched when first needed
 * (docs/decisions/018-paint-before-script.md).
 * @param client absolute path of build/client
 */
export function inlineCriticalCss(client: string): InlineCriticalCss {
  const file = path.join(client, '../server/critical-css.json')
  const plans: CriticalPlans = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const sheets = new Map(Object.entries(plans).map(([href, plan]) => [href, decodePlan(plan)]))
  return (rendered) => {
    const tokens = scanHtml(rendered, [], { chars: false })
    const modules: string[] = []
    const scripts: string[] = []
    let css = ''
    /** whether the following scripts are the framework's: app/root.tsx puts an empty list before them */
    let isListed = false
    let isAdmin = false

    function replacement({ name, attributes, text }: Found): string | undefined {
      const { rel, href = '', id } = attributes
      if (rel === 'stylesheet') {
        const sheet = sheets.get(href.replace(/#.*$/, ''))
        if (sheet) css += renderCriticalCss(sheet, tokens, { keyframes: 'none' }).css
        return `<link data-of="${href}"/>`
      }
      // A phone would fetch the manifest and its icon alongside the first picture. React adds the link again.
      if (rel === 'manifest') return `<noscript><link rel="manifest" href="${href}"/></noscript>`
      if (rel === 'modulepreload') {
        modules.push(href)
        return ''
      }
      if (name !== 'script') return undefined
      if (id === 'framework') {
        isListed = true
        // Public pages get a manifest without the admin's routes (scripts/build.ts).
        isAdmin = modules.some((each) => each.includes('/assets/admin-layout-'))
        return `<script type="application/json" id="framework">${lighten(JSON.stringify([unknownVersion, ...modules]))}</script>`
      }
      if (!isListed) return undefined
      scripts.push(text)
      // React expects the script elements it will render itself; scripts after its module only carry data.
      return attributes.type === 'module' || scripts.length === 1 ? '<script></script>' : ''
    }
    const lighten = (text: string) =>
      isAdmin ? text : text.replaceAll(/(\/assets\/manifest-\w+)\.js/g, '$1-public.js')

    const unversioned = replaceElements(rendered, replacement)
    const script = lighten(scripts.join('\n'))
    const version = createHash('sha256').update(script).digest('base64url').slice(0, versionLength)
    const bare = unversioned.replace(unknownVersion, version)
    // The styles go after the last stylesheet link, so that they apply until all stylesheets are loaded. An empty style
    // element would need its hash in the page's policy.
    const html = css
      ? bare.replace(
          /.*<link data-of="[^"]*"\/>/s,
          (before) => `${before}<style id="critical">${css}</style>`,
        )
      : bare
    return { html, script }
  }
}

/** An element without child elements. */
type Found = { name: string; attributes: Record<string, string>; text: string }

/** Replaces links and scripts. If `replacement` returns undefined, the element stays exactly as it was. */
function replaceElements(html: string, replacement: (found: Found) => string | undefined): string {
  let result = ''
  let done = 0
  let open: (Found & { start: number }) | null = null
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'link' || name === 'script')
          open = { name, attributes, text: '', start: parser.startIndex }
      },
      ontext(text) {
        if (open) open.text += text
      },
      onclosetag(name) {
        if (name !== open?.name) return
        const instead = replacement(open)
        if (instead !== undefined) {
          result += html.slice(done, open.start) + instead
          done = parser.endIndex + 1
        }
        open = null
      },
    },
    { decodeEntities: false },
  )
  parser.end(html)
  return result + html.slice(done)
}
