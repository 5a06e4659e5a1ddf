import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type CompiledRule, type CompileOptions, compileSheet, encodePlan } from 'beasties/compiler'

/** For each stylesheet's URL, the rules a page may need inline. */
export type CriticalPlans = Record<string, ReturnType<typeof encodePlan>>

/**
 * exact: false matches by tag, class and attribute names only: a tap or a theme changes attribute values, and those rules
 * must already be there.
 */
const options: CompileOptions = {
  exact: false,
  // Always included: attributes that only a tap sets, and a :is() list, which the compiler can't split.
  allowRules: [/^html\[data-waits]/, /^\[data-quiz-step]/, /^:is\(\.by-gender:has/],
}

/** What pages show only after an interaction; dialogs open once the full stylesheets are loaded. */
const isLater =
  /:(hover|active|focus)|:modal|\.(dialog|menu|toast|quiz-left)|\.icon-btn:after|\[(aria-(pressed|invalid)|data-tooltips|type=date)/
const isElsewhere = /^@(media (print|\(forced-colors)|starting-style|supports \(animation-timeline)/

/**
 * Compiles the build's stylesheets for `inlineCriticalCss` at build time, so that rendering needs no CSS parser.
 * @param client absolute path of build/client
 * @throws Error with the compiler's warnings
 */
export function compileCriticalCss(client: string): CriticalPlans {
  const files = globSync('assets/*.css', { cwd: client }).sort()
  return Object.fromEntries(
    files.map((file) => {
      const href = `/${file}`
      const sheet = compileSheet(readFileSync(path.join(client, file), 'utf8'), { ...options, href })
      if (sheet.warnings.length > 0) throw new Error(`${file}: ${sheet.warnings.join('; ')}`)
      return [href, encodePlan({ ...sheet, rules: sheet.rules.flatMap(atRest) })]
    }),
  )
}

/** Keeps the parts of a rule that are visible without interaction. */
function atRest({ selectors, match, ...rule }: CompiledRule): CompiledRule[] {
  if (rule.keyframes || rule.wrap?.some((each) => isElsewhere.test(each))) return []
  // Fonts are named through custom properties, which the compiler doesn't follow, so all are kept. The fonts for accented
  // letters wait for the full stylesheet.
  if (rule.fontFace) return rule.css?.includes('-rarely-') ? [] : [{ css: rule.css!, always: true }]
  if (!selectors) return [rule]
  const shown = selectors.flatMap((selector, place) => (isLater.test(selector) ? [] : [place]))
  if (shown.length === 0) return []
  return [
    {
      ...rule,
      selectors: shown.map((place) => selectors[place]!),
      match: shown.map((place) => match![place]!),
    },
  ]
}
