import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Checks what knip can't see: that every class in the stylesheets is used by something.
const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const sources = globSync(['{app,server}/**/*.{ts,tsx}'], { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(read)
  .join('\n')
const words = new Set(sources.match(/[\w-]+/g))
/** Prefixes of composed class names, as in `choices-${count}`. */
const prefixes = [...sources.matchAll(/([a-z][\w-]*-)\$\{/g)].map(([, prefix]) => prefix!)

const unused = globSync('app/**/*.css', { cwd: root }).flatMap((file) => {
  const css = read(file).replaceAll(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"|'[^']*'/g, '')
  const selectors = [...css.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector!).join(' ')
  const names = new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name!))
  return [...names]
    .filter((name) => !words.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)))
    .map((name) => `${file}: the class ${name} isn’t used: delete it`)
})

if (unused.length > 0) {
  console.error(unused.join('\n'))
  process.exit(1)
}
console.log('Every class in the stylesheets is used.')
