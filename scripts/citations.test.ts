import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const sources = globSync('{app,bench,db,domain,e2e,scripts,server,test}/**/*.{ts,tsx,mjs}', { cwd: root })
  .filter((file) => !file.startsWith('scripts/citations'))
  .map((file) => ({ file, text: read(file).replace(/\n\s*(\*|\/\/) ?/g, ' ') }))

function placeOf(name: string): string | undefined {
  return [`docs/${name}`, name, `docs/decisions/${name}`].find((file) => existsSync(path.join(root, file)))
}

/** What a citation names in a document: a heading or a bold or quoted term at the start of a line or list item. */
function names(document: string, words: string): boolean {
  const wanted = words.toLowerCase()
  return read(document).toLowerCase().includes(wanted)
}

describe('a citation in a comment', () => {
  test('names an existing document, section and words', () => {
    const lost: string[] = []
    for (const { file, text } of sources) {
      for (const [all, name, section, words] of text.matchAll(
        /(?<![\w/*.-])([\w-]+\.md)(?: §(\d+))?(?:,? "([^"]+)")?/g,
      )) {
        const document = placeOf(name!)
        if (!document) lost.push(`${file}: ${all}: no such document`)
        else if (section && !new RegExp(`^## §?${section}\\b`, 'm').test(read(document)))
          lost.push(`${file}: ${all}: no such section`)
        else if (words && !names(document, words)) lost.push(`${file}: ${all}: no such words`)
      }
    }
    expect(lost).toEqual([])
  })

  test('names an existing section of the specification', () => {
    const specification = read('docs/specification.md')
    const lost = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\bspec(?:ification)? §(\d+)/g)]
        .filter(([, section]) => !specification.includes(`\n## §${section} `))
        .map(([all]) => `${file}: ${all}`),
    )
    expect(lost).toEqual([])
  })

  test('names an existing decision', () => {
    const decisions = globSync('docs/decisions/*.md', { cwd: root }).map((file) =>
      path.basename(file).slice(0, 3),
    )
    const lost = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\bdecision (\d{3})\b/g)]
        .filter(([, number]) => !decisions.includes(number!))
        .map(([all]) => `${file}: ${all}`),
    )
    expect(lost).toEqual([])
  })
})
