/**
 * As much of a browser's document as React draws on and as our screens ask about: elements, attributes, values, focus, events that
 * rise. No layout, no styles, no selectors beyond those that the screens use. A screen is pressed here in milliseconds
 * (test/open-page.tsx); what only a real browser knows is held by the journeys.
 */
type Listener = {
  handle: ((event: SmallEvent) => void) | { handleEvent(event: SmallEvent): void }
  isCapture: boolean
}

export class SmallEvent {
  defaultPrevented = false
  isStopped = false
  target: SmallTarget | null = null
  currentTarget: SmallTarget | null = null
  readonly timeStamp = Date.now()
  readonly bubbles = true
  readonly cancelable = true
  readonly type: string
  constructor(type: string, more: object = {}) {
    this.type = type
    Object.assign(this, more)
  }
  preventDefault() {
    this.defaultPrevented = true
  }
  stopPropagation() {
    this.isStopped = true
  }
}

class SmallTarget {
  private readonly listeners = new Map<string, Listener[]>()
  parentNode: SmallNode | null = null

  addEventListener(type: string, handle: Listener['handle'], options?: boolean | { capture?: boolean }) {
    const isCapture = typeof options === 'object' ? options.capture === true : options === true
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), { handle, isCapture }])
  }
  removeEventListener(type: string, handle: Listener['handle']) {
    this.listeners.set(
      type,
      (this.listeners.get(type) ?? []).filter((each) => each.handle !== handle),
    )
  }
  dispatchEvent(event: SmallEvent): boolean {
    event.target = this
    const way: SmallTarget[] = []
    for (let each: SmallTarget | null = this; each; each = each.parentNode) way.push(each)
    for (const each of way.toReversed()) each.hear(event, true)
    for (const each of way) each.hear(event, false)
    return !event.defaultPrevented
  }
  hear(event: SmallEvent, isCapture: boolean) {
    if (event.isStopped) return
    event.currentTarget = this
    for (const { handle, ...each } of this.listeners.get(event.type) ?? []) {
      if (each.isCapture !== isCapture) continue
      if (typeof handle === 'function') handle.call(this, event)
      else handle.handleEvent(event)
    }
  }
}

export class SmallNode extends SmallTarget {
  childNodes: SmallNode[] = []
  readonly ownerDocument: SmallDocument
  readonly nodeType: number
  readonly nodeName: string
  constructor(ownerDocument: SmallDocument | null, nodeType: number, nodeName: string) {
    super()
    this.ownerDocument = ownerDocument ?? (this as unknown as SmallDocument)
    this.nodeType = nodeType
    this.nodeName = nodeName
  }
  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null
  }
  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null
  }
  get nextSibling(): SmallNode | null {
    const all = this.parentNode?.childNodes ?? []
    return all[all.indexOf(this) + 1] ?? null
  }
  get isConnected(): boolean {
    return this.nodeType === 9 || (this.parentNode?.isConnected ?? false)
  }
  insertBefore(child: SmallNode, before: SmallNode | null) {
    child.remove()
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, child)
    child.parentNode = this
    return child
  }
  appendChild(child: SmallNode) {
    return this.insertBefore(child, null)
  }
  append(...all: SmallNode[]) {
    for (const child of all) this.appendChild(child)
  }
  removeChild(child: SmallNode) {
    this.childNodes.splice(this.childNodes.indexOf(child), 1)
    child.parentNode = null
    return child
  }
  remove() {
    this.parentNode?.removeChild(this)
  }
  contains(other: SmallNode | null): boolean {
    for (let each = other; each; each = each.parentNode) if (each === this) return true
    return false
  }
  getRootNode() {
    return this.ownerDocument
  }
  get textContent(): string {
    return this.childNodes.map((child) => child.textContent).join('')
  }
  set textContent(words: string) {
    for (const child of [...this.childNodes]) this.removeChild(child)
    if (words !== '') this.appendChild(new SmallText(this.ownerDocument, words))
  }
  querySelectorAll<Found = SmallElement>(selector: string): Found[] {
    const below = (node: SmallNode): SmallNode[] =>
      node.childNodes.flatMap((child) => [child, ...below(child)])
    return below(this).filter((node) => node instanceof SmallElement && node.matches(selector)) as Found[]
  }
  querySelector<Found = SmallElement>(selector: string): Found | null {
    return this.querySelectorAll<Found>(selector)[0] ?? null
  }
}

class SmallText extends SmallNode {
  private words: string
  constructor(ownerDocument: SmallDocument, words: string) {
    super(ownerDocument, 3, '#text')
    this.words = words
  }
  get nodeValue() {
    return this.words
  }
  set nodeValue(words: string) {
    this.words = words
  }
  override get textContent() {
    return this.words
  }
}

export class SmallElement extends SmallNode {
  readonly tagName: string
  readonly attributes = new Map<string, string>()
  readonly dataset: Record<string, string> = {}
  readonly style = { setProperty() {}, removeProperty() {} }
  readonly namespaceURI: string
  readonly clientWidth = 1440
  readonly offsetWidth = 1440
  readonly offsetHeight = 60
  scrollTop = 0
  readonly scrollHeight = 60
  open = false
  disabled = false
  returnValue = ''
  selectionStart = 0
  selectionEnd = 0
  constructor(ownerDocument: SmallDocument, name: string, namespaceURI: string) {
    super(ownerDocument, 1, name.toUpperCase())
    this.tagName = name.toUpperCase()
    this.namespaceURI = namespaceURI
  }
  getAttribute(name: string) {
    return this.attributes.get(name.toLowerCase()) ?? null
  }
  hasAttribute(name: string) {
    return this.attributes.has(name.toLowerCase())
  }
  setAttribute(name: string, value: unknown) {
    this.attributes.set(name.toLowerCase(), String(value))
    if (name === 'disabled') this.disabled = true
  }
  removeAttribute(name: string) {
    this.attributes.delete(name.toLowerCase())
    if (name === 'disabled') this.disabled = false
  }
  get id() {
    return this.getAttribute('id') ?? ''
  }
  get name() {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string) {
    this.setAttribute('name', name)
  }
  get type() {
    return this.getAttribute('type') ?? (this.tagName === 'BUTTON' ? 'submit' : 'text')
  }
  set type(type: string) {
    this.setAttribute('type', type)
  }
  get form() {
    return this.closest('form')
  }
  get elements() {
    return this.querySelectorAll('input, select, textarea, button')
  }
  /** React makes a script this way; of all else only the words count here. */
  set innerHTML(html: string) {
    if (html === '<script></script>') this.append(this.ownerDocument.createElement('script'))
    else this.textContent = html.replace(/<[^>]*>/g, ' ')
  }
  focus() {
    const { ownerDocument } = this
    const before = ownerDocument.activeElement
    if (before === this || this.disabled) return
    before.dispatchEvent(new SmallEvent('focusout', { relatedTarget: this }))
    ownerDocument.focused = this
    this.dispatchEvent(new SmallEvent('focusin', { relatedTarget: before }))
  }
  blur() {
    this.dispatchEvent(new SmallEvent('focusout'))
    this.ownerDocument.focused = null
  }
  select() {}
  scrollIntoView() {}
  getAnimations() {
    return []
  }
  getBoundingClientRect() {
    return { x: 0, y: 0, top: 0, left: 0, bottom: 0, right: 0, width: 0, height: 0 }
  }
  show() {
    this.open = true
  }
  showModal() {
    this.open = true
    this.querySelector('button, input, select, textarea, [tabindex]')?.focus()
  }
  close() {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new SmallEvent('close'))
  }
  closest(selector: string): SmallElement | null {
    for (let each: SmallNode | null = this; each instanceof SmallElement; each = each.parentNode)
      if (each.matches(selector)) return each
    return null
  }
  matches(selector: string): boolean {
    return split(selector, ',').some((each) => {
      const [last, ...above] = split(each, ' ').toReversed()
      if (!this.isOf(last!)) return false
      const parent = this.parentNode instanceof SmallElement ? this.parentNode : null
      return above.length === 0 || (parent?.closest(above.toReversed().join(' ')) ?? null) !== null
    })
  }
  /** one simple selector after the other, such as `input[name="x"]:not([disabled])` */
  private isOf(compound: string): boolean {
    const parts = compound.match(/:[\w-]+\((?:[^()]|\([^()]*\))*\)|:[\w-]+|\[[^\]]+\]|[.#]?[\w-]+|\*/g) ?? []
    return parts.every((part) => {
      if (part === '*') return true
      if (part.startsWith('#')) return this.id === part.slice(1)
      if (part.startsWith('.')) return (this.getAttribute('class') ?? '').split(' ').includes(part.slice(1))
      if (part.startsWith(':is(')) return this.matches(part.slice(4, -1))
      if (part.startsWith(':not(')) return !this.matches(part.slice(5, -1))
      if (part.startsWith(':')) return part === ':modal' && this.open
      const [, name, value] = /^\[([\w-]+)(?:="?([^"\]]*)"?)?\]$/.exec(part) ?? []
      if (!name) return this.tagName === part.toUpperCase()
      return value === undefined ? this.hasAttribute(name) : this.getAttribute(name) === value
    })
  }
}

/** Cuts at a character that does not stand within brackets. */
function split(words: string, at: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of words.trim()) {
    if ('([{'.includes(letter)) depth++
    if (')]}'.includes(letter)) depth--
    if (letter === at && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

// React follows `value` and `checked` by their setters, which therefore stand on a class of their own.
class SmallField extends SmallElement {
  protected held = ''
  protected isChecked = false
  defaultChecked = false
  files: readonly unknown[] = []
  get value() {
    return this.held
  }
  set value(value: string) {
    this.held = String(value)
  }
  /** as a text area has it */
  get defaultValue() {
    return this.textContent
  }
  set defaultValue(value: string) {
    this.textContent = value
  }
  get checked() {
    return this.isChecked
  }
  set checked(checked: boolean) {
    this.isChecked = checked
  }
}

class SmallOption extends SmallElement {
  selected = false
  defaultSelected = false
  get value() {
    return this.getAttribute('value') ?? this.textContent
  }
}

class SmallSelect extends SmallElement {
  multiple = false
  get options() {
    return this.querySelectorAll<SmallOption>('option')
  }
  get value() {
    return this.options.find(({ selected }) => selected)?.value ?? ''
  }
  set value(value: string) {
    for (const option of this.options) option.selected = option.value === value
  }
}

const html = 'http://www.w3.org/1999/xhtml'
const kinds: Record<string, typeof SmallElement> = {
  input: SmallField,
  textarea: SmallField,
  select: SmallSelect,
  option: SmallOption,
}

export class SmallDocument extends SmallNode {
  readonly documentElement: SmallElement
  readonly head: SmallElement
  readonly body: SmallElement
  readonly visibilityState = 'visible'
  readonly readyState = 'complete'
  readonly referrer = ''
  /** React asks for it by this */
  readonly oninput = null
  defaultView: object | null = null
  focused: SmallElement | null = null
  title = ''
  constructor() {
    super(null, 9, '#document')
    this.documentElement = this.appendChild(this.createElement('html')) as SmallElement
    this.head = this.documentElement.appendChild(this.createElement('head')) as SmallElement
    this.body = this.documentElement.appendChild(this.createElement('body')) as SmallElement
  }
  /** What has gone from the page has lost its focus. */
  get activeElement(): SmallElement {
    return this.focused?.isConnected ? this.focused : this.body
  }
  createElement(name: string): SmallElement {
    return new (kinds[name.toLowerCase()] ?? SmallElement)(this, name, html)
  }
  createElementNS(namespace: string, name: string): SmallElement {
    return new SmallElement(this, name, namespace)
  }
  createTextNode(words: string) {
    return new SmallText(this, words)
  }
  getElementById(id: string) {
    return this.querySelector(`[id="${id}"]`)
  }
  hasFocus() {
    return true
  }
}
