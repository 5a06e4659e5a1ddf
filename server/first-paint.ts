import { readFileSync } from 'node:fs'
import path from 'node:path'
import { usedStyles } from './used-styles.ts'

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
