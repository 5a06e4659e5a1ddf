import { compileSheet } from 'beasties/compiler'
import { parseSync } from 'vite'

// Which classes stylesheets style and which ones the code gives to elements, both read by parsers: a word in a comment, a
// sentence or a name of something else proves nothing.

type Node = { type: string } & Record<string, unknown>

/** The classes in the selectors of a stylesheet. */
export function styledClasses(css: string): Set<string> {
  const { rules, warnings } = compileSheet(css, { exact: true })
  if (warnings.length > 0) throw new Error(warnings.join('; '))
  const selectors = rules.flatMap(({ selectors, css }) =>
    // A rule with others nested in it comes as text, without comments.
    selectors ? [...selectors] : [...(css ?? '').matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector!),
  )
  return new Set(selectors.flatMap(classesInSelector))
}

const classesInSelector = (selector: string) =>
  [...selector.replaceAll(/"[^"]*"|'[^']*'/g, '').matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name]) => name!)

export type GivenClasses = {
  /** written where an element gets its class */
  direct: Set<string>
  /** what may come from there: what variables, properties, parameters and functions of the names used there hold */
  possible: Set<string>
  /** beginnings of names that are put together, as in `of-${gender}` */
  prefixes: Set<string>
  /** named in selectors, such as of a test or a script */
  selected: Set<string>
}

/**
 * The classes that a program gives to elements, and those it looks elements up by.
 * @param sources the text of each file, by its name
 */
export function givenClasses(sources: ReadonlyMap<string, string>): GivenClasses {
  const given: GivenClasses = {
    direct: new Set(),
    possible: new Set(),
    prefixes: new Set(),
    selected: new Set(),
  }
  const holders = new Map<string, Node[]>()
  const sites: Node[] = []
  for (const [file, source] of sources) {
    for (const node of nodesOf(parseSync(file, source).program as unknown as Node)) {
      for (const text of textsOf(node)) {
        for (const name of classesInSelector(text)) given.selected.add(name)
        for (const [, list] of text.matchAll(/\bclass="([^"]*)(?:"|$)/g)) addNames(list!, given.direct)
      }
      const site = siteOf(node)
      if (site) sites.push(site)
      const [name, value] = holderOf(node) ?? []
      if (name && value) holders.set(name, [...(holders.get(name) ?? []), value])
    }
  }
  const asked = new Set<string>()
  for (const site of sites) read(site, given, given.direct, asked)
  // A name that such a value names in turn isn't followed: it would lead through half of the program.
  for (const name of asked)
    for (const value of holders.get(name) ?? []) read(value, given, given.possible, new Set())
  for (const name of given.direct) given.possible.add(name)
  return given
}

const addNames = (list: string, to: Set<string>) => {
  for (const name of list.split(/\s+/)) if (name) to.add(name)
}

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each === 'object' && each !== null && 'type' in each) yield* nodesOf(each as Node)
}

const child = (node: Node, key: string) => node[key] as Node
const children = (node: Node, key: string) => (node[key] as (Node | null)[]).filter((each) => each !== null)
const nameOf = (node: Node | undefined) => (node?.name ?? node?.value) as string | undefined

function textsOf(node: Node): string[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  return node.type === 'TemplateElement' ? [(node.value as { cooked: string }).cooked ?? ''] : []
}

const givesClass = (name: string | undefined) => /^class$|[cC]lassName$/.test(name ?? '')

/** The expression that an element gets its class from, if the node is such a place. */
function siteOf(node: Node): Node | undefined {
  if (node.type === 'JSXAttribute' && givesClass(nameOf(child(node, 'name')))) return child(node, 'value')
  if (node.type === 'Property' && givesClass(nameOf(child(node, 'key')))) return child(node, 'value')
  if (
    node.type === 'AssignmentExpression' &&
    givesClass(nameOf(child(child(node, 'left'), 'property') ?? {}))
  )
    return child(node, 'right')
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined
  const isList =
    callee?.type === 'MemberExpression' && nameOf(child(child(callee, 'object'), 'property') ?? {})
  return isList === 'classList' ? { type: 'ArrayExpression', elements: node.arguments } : undefined
}

/** What holds a value under a name: a variable, a property, an attribute, a parameter with a default, a function. */
function holderOf(node: Node): [name: string | undefined, value: Node | null] | undefined {
  if (node.type === 'VariableDeclarator') return [nameOf(child(node, 'id')), child(node, 'init')]
  if (node.type === 'Property') return [nameOf(child(node, 'key')), child(node, 'value')]
  if (node.type === 'AssignmentPattern') return [nameOf(child(node, 'left')), child(node, 'right')]
  if (node.type === 'JSXAttribute') return [nameOf(child(node, 'name')), child(node, 'value')]
  if (node.type === 'FunctionDeclaration') return [nameOf(child(node, 'id')), node]
  return undefined
}

/** Adds what an expression may be: texts to `to`, and the names it reads to `asked`. */
function read(node: Node, given: GivenClasses, to: Set<string>, asked: Set<string>) {
  const follow = (...keys: string[]) => {
    for (const key of keys) if (node[key]) read(child(node, key), given, to, asked)
  }
  const followAll = (key: string) => {
    for (const each of children(node, key)) read(each, given, to, asked)
  }
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'string') addNames(node.value, to)
      return
    case 'TemplateLiteral':
      readTemplate(node, given, to)
      return followAll('expressions')
    case 'Identifier':
      asked.add(node.name as string)
      return
    case 'MemberExpression':
      if (!node.computed) asked.add(nameOf(child(node, 'property'))!)
      return follow('object')
    case 'ConditionalExpression':
      return follow('consequent', 'alternate')
    case 'LogicalExpression':
      return node.operator === '&&' ? follow('right') : follow('left', 'right')
    case 'BinaryExpression':
      return follow('left', 'right')
    case 'ArrayExpression':
      return followAll('elements')
    case 'ObjectExpression':
      return followAll('properties')
    case 'Property':
      return follow('value')
    case 'CallExpression':
      follow('callee')
      return followAll('arguments')
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      if (child(node, 'body').type !== 'BlockStatement') return follow('body')
      for (const each of nodesOf(child(node, 'body')))
        if (each.type === 'ReturnStatement' && each.argument) read(child(each, 'argument'), given, to, asked)
      return
    default:
      // Such as brackets, `as` and `!`.
      return follow('expression')
  }
}

function readTemplate(node: Node, given: GivenClasses, to: Set<string>) {
  const texts = children(node, 'quasis').map((each) => textsOf(each)[0]!)
  for (const [place, text] of texts.entries()) {
    const isLast = place === texts.length - 1
    const names = text.split(/\s+/)
    const prefix = isLast ? '' : names.pop()!
    if (/^[a-z][\w-]*-$/.test(prefix)) given.prefixes.add(prefix)
    for (const name of place > 0 && /^\S/.test(text) ? names.slice(1) : names) if (name) to.add(name)
  }
}
