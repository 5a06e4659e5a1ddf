/**
 * Of a stylesheet, the rules that a page's own elements can match at rest, by class and by element name. What comes
 * later, such as a dialog or a pointer, finds the whole sheet loaded (server/first-paint.ts).
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
