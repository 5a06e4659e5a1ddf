import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decodePlan, renderCriticalCss, scanHtml } from 'beasties/runtime'
import { Parser } from 'htmlparser2'
import type { CriticalPlans } from './compile-critical-css.ts'

/** Makes a rendered page seen sooner; what it shows and does stays the same. */
export type InlineCriticalCss = (html: string) => {
  html: string
  /** a module that brings the page to life, fetched as the same path with `?hydrate` (app/before-hydration/load-react.ts) */
  script: string
}

/**
 * Stands in the page until what its module says is known. The page names its module's version, so that a browser or a CDN which
 * kept an older module never gives it to a newer page: React would find other belts in it than it sees.
 */
const unknownVersion = 'version-of-the-module'

/**
 * Of the renderer's answer, what the first paint does not need is put off: of each stylesheet what its elements can match
 * stands in the page, and the framework's scripts, whatever they say, become one module that is fetched when somebody
 * needs it (docs/decisions/018-paint-before-script.md).
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
    /** whether what follows is the framework's: app/root.tsx puts an empty list before it */
    let isListed = false
    let isAdmin = false

    function replacement({ name, attributes, text }: Found): string | undefined {
      const { rel, href = '', id } = attributes
      if (rel === 'stylesheet') {
        const sheet = sheets.get(href.replace(/#.*$/, ''))
        if (sheet) css += renderCriticalCss(sheet, tokens, { keyframes: 'none' }).css
        return `<link data-of="${href}"/>`
      }
      // A phone would fetch it, and the icon that it names, beside the first picture. React adds it again.
      if (rel === 'manifest') return `<noscript><link rel="manifest" href="${href}"/></noscript>`
      if (rel === 'modulepreload') {
        modules.push(href)
        return ''
      }
      if (name !== 'script') return undefined
      if (id === 'framework') {
        isListed = true
        // The admin's routes stay with the admin (scripts/public-manifest.ts).
        isAdmin = modules.some((each) => each.includes('/assets/admin-layout-'))
        return `<script type="application/json" id="framework">${lighten(JSON.stringify([unknownVersion, ...modules]))}</script>`
      }
      if (!isListed) return undefined
      scripts.push(text)
      // React looks for those that it will draw itself; what follows its module brings data alone.
      return attributes.type === 'module' || scripts.length === 1 ? '<script></script>' : ''
    }
    const lighten = (text: string) =>
      isAdmin ? text : text.replaceAll(/(\/assets\/manifest-\w+)\.js/g, '$1-public.js')

    const unversioned = replaceElements(rendered, replacement)
    const script = lighten(scripts.join('\n'))
    const version = createHash('sha256').update(script).digest('base64url').slice(0, 12)
    const bare = unversioned.replace(unknownVersion, version)
    // Behind the last, so that it holds until all are there. An empty one would need its hash in the page's policy.
    const html = css
      ? bare.replace(
          /.*<link data-of="[^"]*"\/>/s,
          (before) => `${before}<style id="critical">${css}</style>`,
        )
      : bare
    return { html, script }
  }
}

/** An element that holds no other element, as it stands in the page. */
type Found = { name: string; attributes: Record<string, string>; text: string }

/** Puts something else in the place of links and scripts; what `replacement` gives nothing for stays to the letter. */
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
