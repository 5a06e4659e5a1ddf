import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Makes a rendered page seen sooner; what it shows and does stays the same. */
export type FirstPaint = (html: string) => {
  html: string
  /** JSON, a list of strings: what its script needs to take the page over, fetched as the same path with `?hydrate` */
  state: string
}

/**
 * Stands before a page's script. It lets the words and the page's first picture be drawn before any script is fetched
 * (a hidden tab draws nothing, and need not wait), then puts the stylesheets where React looks for them: each takes the
 * place of its copy once it is there, and before anything new is drawn. A busy phone draws many frames late, so the
 * browser itself is asked what is on the screen; the clock is for a picture that it does not count.
 */
const afterPaint = (preloads: string[]) => `const picture=document.querySelector('img[fetchpriority=high]');
if(!document.hidden){
if(picture&&!picture.complete)await new Promise(done=>{picture.onload=picture.onerror=done;addEventListener('load',done)});
await new Promise(done=>{
const type='largest-contentful-paint',box=picture?.getBoundingClientRect(),awaited=box&&box.bottom>0&&box.top<innerHeight;
requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(()=>{
if(!PerformanceObserver.supportedEntryTypes.includes(type))return done();
new PerformanceObserver(list=>list.getEntries().some(each=>!awaited||each.element===picture)&&done()).observe({type,buffered:true})
})));
setTimeout(done,800)})
}
const later=(rel,href)=>Object.assign(document.createElement('link'),{rel,href});
for(const href of ${JSON.stringify(preloads)})document.head.append(later('modulepreload',href));
const state=fetch(location.pathname+'?hydrate').then(answer=>answer.json());
await Promise.all([...document.querySelectorAll('[data-of]')].map(copy=>new Promise(done=>{
const link=later('stylesheet',copy.dataset.of);link.onload=()=>done(copy.remove());link.onerror=done;copy.before(link)
})));
const {streamController}=window.__reactRouterContext;
for(const part of await state)streamController.enqueue(part);
streamController.close();
`

/**
 * A page that needs two answers to be seen, itself and its first picture: the styles that it needs stand in it, and its
 * script, which is half of all that it loads, is fetched after the first paint (docs/decisions/018-paint-before-script.md).
 * @param client absolute path of build/client
 */
export function firstPaint(client: string): FirstPaint {
  const known = new Map<string, string>()
  const read = (address: string) => {
    const file = address.replace(/#.*$/, '')
    const text = known.get(file) ?? readFileSync(path.join(client, file), 'utf8').trim()
    known.set(file, text)
    return text
  }
  return (html) => {
    const preloads: string[] = []
    const state: string[] = []
    const hastened = html
      // A phone would fetch it, and the icon that it names, beside the first picture. React adds it again.
      .replace(/<link rel="manifest"[^>]*>/, '<noscript>$&</noscript>')
      .replace(/<link rel="stylesheet" href="(\/assets\/[^"]+)"\/>/g, (_, address: string) => {
        const used = usedStyles(read(address), html)
        // One of which nothing is used only keeps the place: an empty style would need its hash in the page's policy.
        return used ? `<style data-of="${address}">${used}</style>` : `<link data-of="${address}"/>`
      })
      .replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, address: string) => {
        preloads.push(address)
        return ''
      })
      .replace(
        /<script>window\.__reactRouterContext\.streamController\.(.*?)<\/script>/g,
        (_, call: string) => {
          const part = /^enqueue\((".*")\);$/.exec(call)?.[1]
          if (part) state.push(JSON.parse(part))
          return ''
        },
      )
      .replace(/(<script type="module" async="">)([\s\S]*?)(<\/script>)/, (_, start, script, end) => {
        return `${start}${afterPaint(preloads)}${importLater(script)}${end}`
      })
    // The desk's routes stay with the desk (scripts/public-manifest.ts).
    const isDesk = hastened.includes('/assets/admin-layout-')
    const light = isDesk ? hastened : hastened.replaceAll(/(\/assets\/manifest-\w+)\.js/g, '$1-public.js')
    return { html: light, state: JSON.stringify(state) }
  }
}

// Static imports run before the first line of their module.
function importLater(script: string): string {
  return script
    .replaceAll(/^\s*import\s+"([^"]+)";/gm, 'await import("$1");')
    .replaceAll(/^\s*import\s+\*\s+as\s+(\w+)\s+from\s+"([^"]+)";/gm, 'const $1 = await import("$2");')
}

/**
 * Of a stylesheet, the rules that a page's own elements can match at rest, by class and by element name. What comes
 * later, such as a dialog or a pointer, finds the whole sheet loaded (server/http/inline-critical-css.ts).
 * @param css as the build wrote it, minified
 */
export function usedStyles(css: string, html: string): string {
  const body = html.replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, '')
  const classes = new Set([...body.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(/\s+/)))
  const names = new Set([...body.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name!))
  const isThere = (selector: string) => {
    const bare = selector.replace(/:(not|is|where|has)\([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '')
    const wanted = [...bare.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!)
    const elements = [...bare.matchAll(/(?:^|[\s>+~])([a-z][a-z0-9]*)/g)].map(([, name]) => name!)
    return wanted.every((name) => classes.has(name)) && elements.every((name) => names.has(name))
  }
  return keep(css, (selector) => {
    if (/:(hover|active|focus)/.test(selector)) return false
    const had = [...selector.matchAll(/:has\(([^)]*)\)/g)].map(([, list]) => list!.split(','))
    return isThere(selector) && had.every((any) => any.some(isThere))
  })
}

function keep(css: string, isUsed: (selector: string) => boolean): string {
  return rulesOf(css)
    .map((rule) => {
      const open = rule.indexOf('{')
      const head = rule.slice(0, open)
      if (/^@media (print|\(forced-colors)|^@starting-style|^@keyframes/.test(head)) return ''
      if (/^@(media|supports)/.test(head)) {
        const inner = keep(rule.slice(open + 1, -1), isUsed)
        return inner && `${head}{${inner}}`
      }
      // Names with accents wait for the whole sheet to find their letters.
      if (head.startsWith('@')) return rule.includes('-rarely-') ? '' : rule
      const selectors = head.split(/,(?![^(]*\))/).filter(isUsed)
      return selectors.length > 0 ? selectors.join(',') + rule.slice(open) : ''
    })
    .join('')
}

/** The rules of the outermost level, with everything inside each. */
function rulesOf(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < css.length; index++) {
    if (css[index] === '{') depth++
    else if (css[index] === '}') depth--
    if (depth === 0 && (css[index] === '}' || css[index] === ';')) {
      rules.push(css.slice(start, index + 1))
      start = index + 1
    }
  }
  return rules
}
