/**
 * What a page calls other than it is written there. Who speaks to a page says what they see, so a control's name contains
 * its visible words (WCAG 2.5.3). A tile may be named by its first words alone, and described by the rest.
 */
export function namedOtherwise(document: Document, nameOf: (element: Element) => string): string[] {
  return [...document.querySelectorAll('a[href], button, summary, [role=button], input, select')].flatMap(
    (element) => {
      const isField = ['INPUT', 'SELECT'].includes(element.tagName)
      const label = isField ? labelOf(element) : element
      const [seen, name] = [plain(label ? seenIn(label) : ''), plain(nameOf(element))]
      const isIn = name.includes(seen) || (isField && name !== '' && seen.startsWith(name))
      return isIn ? [] : [`“${seen}” is named “${name}”`]
    },
  )
}

const labelOf = (field: Element) =>
  (field.id ? field.ownerDocument.querySelector(`label[for="${field.id}"]`) : null) ?? field.closest('label')

/** The words a person sees in an element; a drawing has none, and what stands for a picture that isn't there is no label. */
function seenIn(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? ''
  const isUnseen =
    /^(svg|script|style|select|textarea|input|template)$/i.test(node.nodeName) ||
    (node as Element).matches?.('.sr, [hidden], .missing')
  return isUnseen ? '' : ` ${[...node.childNodes].map(seenIn).join('')} `
}

/** Letters and figures: where one word ends and the next begins is up to the layout, which isn't here. */
const plain = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
