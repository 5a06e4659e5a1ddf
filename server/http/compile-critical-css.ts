import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type CompiledRule, type CompileOptions, compileSheet, encodePlan } from 'beasties/compiler'

/** What each stylesheet of the build may bring into a page, by its address. */
export type CriticalPlans = Record<string, ReturnType<typeof encodePlan>>

/** Who matches is known by names alone: what a tap or a theme changes is an attribute, and may change at once. */
const options: CompileOptions = {
  exact: false,
  // Attributes that only a tap sets, and a choice inside a list of selectors, which the compiler takes as a whole.
  allowRules: [/^html\[data-waits]/, /^\[data-quiz-step]/, /^:is\(\.by-gender:has/],
}

/** What no page shows before somebody does something; dialogs open once the whole sheets are there. */
const isLater =
  /:(hover|active|focus)|:modal|\.(dialog|menu|toast|quiz-left)|\[(aria-(pressed|invalid)|data-tooltips|type=date)/
const isElsewhere = /^@(media (print|\(forced-colors)|starting-style)/

/**
 * Compiles the build's stylesheets for `inlineCriticalCss`, once, so that a page that is rendered needs no CSS parser.
 * @param client absolute path of build/client
 * @throws Error with what the compiler warns of
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

/** Of a rule, what can be seen at rest. */
function atRest({ selectors, match, ...rule }: CompiledRule): CompiledRule[] {
  if (rule.keyframes || rule.wrap?.some((each) => isElsewhere.test(each))) return []
  // Fonts are named by custom properties, which the compiler does not follow. Letters with accents wait for the whole sheet.
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
