import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { givenClasses, styledClasses } from './class-names.ts'

// Checks what knip can't see, both ways: no style without an element, and no class without a style, unless a script or a
// test looks for it.
const root = path.resolve(import.meta.dirname, '..')
const read = (pattern: string) =>
  new Map(globSync(pattern, { cwd: root }).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))

/** Given to elements by libraries. */
const ofLibraries = /^(ProseMirror|tiptap)/

const all = read('{app,server,e2e,test,scripts,bench}/**/*.{ts,tsx}')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || !/^(app|server)/.test(file)
const ours = givenClasses(new Map([...all].filter(([file]) => !isTest(file))))
const { selected } = givenClasses(all)
const sheets = [...read('app/**/*.css')].map(([file, css]) => [file, styledClasses(css)] as const)
const styled = new Set(sheets.flatMap(([, names]) => [...names]))

const isGiven = (name: string) =>
  ours.possible.has(name) ||
  ofLibraries.test(name) ||
  [...ours.prefixes].some((prefix) => name.startsWith(prefix))
const problems = [
  ...sheets.flatMap(([file, names]) =>
    [...names].filter((name) => !isGiven(name)).map((name) => `${file}: no element has the class ${name}`),
  ),
  ...[...ours.direct]
    .filter((name) => !styled.has(name) && !selected.has(name))
    .map((name) => `no stylesheet, script or test knows the class ${name}`),
]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log('Every class has a style, and every style an element.')
