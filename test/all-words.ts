import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import * as termWords from '../domain/term-words.ts'
import { terms } from '../domain/terms.ts'

const root = path.resolve(import.meta.dirname, '..')

// biome-ignore lint/suspicious/noExplicitAny: a tree with many node shapes, of which four matter
type Node = any

/**
 * Files with text that customers read: pages, code that pages share, packing slips and other documents; not the admin's
 * own screens.
 */
const sources = [
  'app/**/*.tsx',
  'app/**/*.ts',
  'domain/*.ts',
  'domain/admin/starter-answers.ts',
  'server/http/*.ts',
  'server/documents/*.ts',
]
const isAdmin =
  /^app\/admin\/(?!drops\/(slips|measuring))|\.test\.tsx?$|^domain\/(spoken-promises|nexus|mail-kinds)\.ts$/

/** Every sentence customers read and its file: from the source of pages, and from all emails to them as sent. */
export function allSentences(): { file: string; sentence: string }[] {
  const pages = sources
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .filter((file) => !isAdmin.test(file))
    .flatMap((file) => texts(file).map((text) => ({ file, text })))
  const mails = globSync('server/emails/golden/*.txt', { cwd: root }).map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }))
  const toCustomers = mails.filter(({ text }) => text.includes('We answer order questions within'))
  return [...pages, ...toCustomers].flatMap(({ file, text }) =>
    sentencesOf(text).map((sentence) => ({ file, sentence })),
  )
}

const sentencesOf = (text: string) =>
  text
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => each.includes(' '))

/**
 * Text between tags and in quotes: an element's text in one piece.
 * @param inserted what stands for an expression; without it, promised numbers as they read, and "…" for the rest
 */
export function texts(file: string, inserted = insertedBy): string[] {
  const code = readFileSync(path.join(root, file), 'utf8')
  const tree = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file)
  const found: string[] = []
  const visit = (node: Node, isInside = false) => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isInside)
      return
    }
    if (typeof node !== 'object' || node === null) return
    if (node.type === 'ImportDeclaration') return
    let inside = isInside
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const words = wordsOf(node, inserted)
      if (!isInside && node.children.some((child: Node) => child.type === 'JSXText' && child.value.trim())) {
        found.push(words)
        inside = true
      } else if (!isInside) inside = false
    } else if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
    else if (node.type === 'TemplateLiteral')
      found.push(
        node.quasis
          .map(
            (part: Node, at: number) =>
              part.value.cooked + (at < node.expressions.length ? inserted(node.expressions[at]) : ''),
          )
          .join(''),
      )
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, inside)
  }
  visit(tree)
  return found
}

function wordsOf(node: Node, inserted: (node: Node) => string): string {
  if (node.type === 'JSXText') return node.value
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return node.children.map((child: Node) => wordsOf(child, inserted)).join('')
  if (node.type !== 'JSXExpressionContainer') return ''
  const { expression } = node
  return expression.type === 'Literal'
    ? String(expression.value)
    : expression.type === 'JSXEmptyExpression'
      ? ''
      : inserted(expression)
}

/** What an expression inserts: a promised number or its phrase as it reads today, "…" for anything else. */
function insertedBy(node: Node): string {
  if (node.type === 'Identifier') {
    const phrase = (termWords as Record<string, unknown>)[node.name]
    return typeof phrase === 'string' ? phrase : '…'
  }
  if (node.type === 'CallExpression' && node.callee.name === 'unbroken') return insertedBy(node.arguments[0])
  if (node.type === 'CallExpression' && node.callee.name === 'keptTime')
    return termWords.keptTime(node.arguments[0].value)
  if (node.type === 'MemberExpression') {
    const value = termOf(node)
    return typeof value === 'number' ? String(value) : '…'
  }
  return '…'
}

function termOf(node: Node): unknown {
  if (node.type === 'Identifier') return node.name === 'terms' ? terms : undefined
  if (node.type !== 'MemberExpression' || node.computed) return undefined
  const whole = termOf(node.object) as Record<string, unknown> | undefined
  return whole?.[node.property.name]
}
