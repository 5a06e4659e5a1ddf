/**
 * What a browser can measure on a screen for WCAG 2.2. Each function runs in the page, so it can't use anything outside
 * itself. With a dialog open, the screen is the dialog. `part` is a selector.
 */

/** Text that is cut off, overlaps other text, or scrolls in two directions (WCAG 1.4.4, 1.4.10, 1.4.12). */
export function findReflowProblems(part: string): string[] {
  const root =
    [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector(part) ?? document.body
  const found: string[] = []
  const say = (what: string, element: Element) => {
    const words = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)
    found.push(`${what}: ${element.localName}.${element.getAttribute('class') ?? ''} "${words}"`)
  }
  const width = document.documentElement.clientWidth
  // Each element is asked once: a page has some thousand, and reading a style is the slowest part of this.
  const clipped = new Map<Element, boolean>()
  const isClipped = (element: Element | null): boolean => {
    if (!element || element === root) return false
    let known = clipped.get(element)
    if (known === undefined) {
      const { clipPath, position } = getComputedStyle(element)
      const isItself =
        clipPath.startsWith('inset(50%') || (position === 'absolute' && element.clientWidth === 1)
      known = isItself || isClipped(element.parentElement)
      clipped.set(element, known)
    }
    return known
  }
  const seen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isClipped(element)
  const layers = new Map<Element, Element | null>()
  const layerOf = (element: Element | null): Element | null => {
    if (!element) return null
    let known = layers.get(element)
    if (known === undefined) {
      known = /sticky|fixed/.test(getComputedStyle(element).position)
        ? element
        : layerOf(element.parentElement)
      layers.set(element, known)
    }
    return known
  }

  // A swipeable row of cards scrolls in one direction only, as long as each card fits.
  const isSwiped = (row: Element) =>
    getComputedStyle(row).scrollSnapType.startsWith('x') &&
    [...row.children].every((card) => card.getBoundingClientRect().width <= row.clientWidth)
  const rows = [...root.querySelectorAll('*')].filter(isSwiped)

  for (const scroller of [document.documentElement, ...document.querySelectorAll('dialog:modal')]) {
    if (scroller.scrollWidth > scroller.clientWidth)
      say(`scrolls sideways by ${scroller.scrollWidth}`, scroller)
  }
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const { overflowX, overflowY } = getComputedStyle(element)
    if (`${overflowX}${overflowY}` === 'visiblevisible' || !element.innerText?.trim() || !seen(element))
      continue
    const isWide = element.scrollWidth > element.clientWidth + 1
    if (isWide && !rows.includes(element))
      say(/auto|scroll/.test(overflowX) ? 'scrolls sideways' : 'cut off', element)
    if (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
      say('cut off', element)
  }

  type Box = { left: number; right: number; top: number; bottom: number }
  type Line = { box: Box; block: Element; layer: Element | null; element: Element }
  const lines: Line[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (!element || !text.textContent?.trim() || element.matches('script, style, option, .skip')) continue
    if (!seen(element)) continue
    let block: Element = element
    while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement
    const layer = layerOf(element)
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 1) continue
      const isOver = left < -1 || right > width + 1
      if (isOver && !rows.some((row) => row.contains(element))) say('over the edge', element)
      lines.push({ box: { left, right, top, bottom }, block, layer, element })
    }
  }
  lines.sort((one, other) => one.box.top - other.box.top)
  for (const [index, one] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next++) {
      const other = lines[next]!
      if (other.box.top >= one.box.bottom) break
      if (one.block === other.block || one.layer !== other.layer) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      // The boxes of letters are taller than the letters.
      if (across > 2 && down > 6) say(`lies over "${other.element.textContent?.slice(0, 30)}"`, one.element)
    }
  }
  return [...new Set(found)]
}

/**
 * Text whose contrast with the color behind it is too low (WCAG 1.4.3): 4.5, or 3 where it is large. Text over a picture
 * or a gradient, and what is disabled, is left out, as axe leaves it out. Takes a tenth of what axe takes for the same.
 */
export function findFaintText(part: string): string[] {
  const root =
    [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector(part) ?? document.body
  type Color = [red: number, green: number, blue: number, alpha: number]
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const known = new Map<string, Color>()
  const colorOf = (name: string): Color => {
    let color = known.get(name)
    if (!color) {
      brush.clearRect(0, 0, 1, 1)
      brush.fillStyle = name
      brush.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data
      color = [red, green, blue, alpha / 255]
      known.set(name, color)
    }
    return color
  }
  const over = ([r, g, b, a]: Color, [red, green, blue]: Color): Color => [
    r * a + red * (1 - a),
    g * a + green * (1 - a),
    b * a + blue * (1 - a),
    1,
  ]
  /** What an element's text lies on, or null where that is a picture. */
  const grounds = new Map<Element, Color | null>()
  const groundOf = (element: Element | null): Color | null => {
    if (!element)
      return colorOf(getComputedStyle(document.documentElement).colorScheme === 'dark' ? '#000' : '#fff')
    let ground = grounds.get(element)
    if (ground === undefined) {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      const own = colorOf(backgroundColor)
      const below = own[3] === 1 ? own : groundOf(element.parentElement)
      ground = backgroundImage === 'none' && below ? over(own, below) : null
      grounds.set(element, ground)
    }
    return ground
  }
  const light = (channel: number) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  const luminance = ([red, green, blue]: Color) =>
    0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)

  const found: string[] = []
  const check = (element: HTMLElement, words: string) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    if (element.clientWidth === 1 || element.closest('svg, :disabled, [aria-disabled="true"], option')) return
    const label = element.closest('label')
    if (label?.control?.matches(':disabled')) return
    const ground = groundOf(element)
    if (!ground) return
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    let [red, green, blue, alpha] = colorOf(color)
    for (let each: Element | null = element; each; each = each.parentElement)
      alpha *= Number(getComputedStyle(each).opacity)
    const text = over([red, green, blue, alpha], ground)
    const [less = 0, more = 0] = [luminance(text), luminance(ground)].sort((one, other) => one - other)
    const ratio = (more + 0.05) / (less + 0.05)
    const size = Number.parseFloat(fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
    if (ratio < (isLarge ? 3 : 4.5) - 0.005)
      found.push(
        `${ratio.toFixed(2)}: ${element.localName}.${element.getAttribute('class') ?? ''} "${words}"`,
      )
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent?.trim() ?? ''
    if (words && text.parentElement && !text.parentElement.matches('script, style'))
      check(text.parentElement, words.slice(0, 40))
  }
  for (const field of root.querySelectorAll<HTMLElement>(
    'input:not([type=checkbox], [type=radio], [type=file]), select, textarea',
  ))
    check(field, field.getAttribute('name') ?? field.id)
  return [...new Set(found)]
}

/**
 * Everything clickable smaller than 24 × 24 CSS px, except links within a sentence (WCAG 2.5.8). In the admin on a phone,
 * smaller than 24 × 44, which a finger can hit while carrying a box.
 */
export function findSmallTargets(part: string): string[] {
  const root =
    [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector(part) ?? document.body
  const targets = root.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )
  const isFingers = document.querySelector('.adm') !== null && window.innerWidth < 1024
  const least = isFingers ? 43.9 : 23.9
  const found: string[] = []
  for (const target of targets) {
    if (!target.checkVisibility({ visibilityProperty: true }) || target.clientWidth === 1) continue
    const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
    const isInSentence =
      getComputedStyle(target).display === 'inline' &&
      [...(target.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''),
      )
    if (isInSentence || (width >= 23.9 && height >= least)) continue
    found.push(`${Math.round(width)} x ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`)
  }
  return found
}

/** Everything that is hidden under something else while focused, or doesn't show its focus (WCAG 2.4.7, 2.4.11). */
export function findFocusProblems(part: string): string[] {
  const root =
    [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector(part) ?? document.body
  const before = document.activeElement as HTMLElement | null
  const stops = root.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]',
  )
  const found: string[] = []
  for (const stop of stops) {
    if (!stop.checkVisibility({ visibilityProperty: true }) || stop.clientWidth === 1) continue
    stop.focus()
    if (document.activeElement !== stop) continue
    const name = stop.outerHTML.slice(0, 120)
    const isMarked = [stop, stop.parentElement, stop.parentElement?.parentElement].some((element) => {
      const style = element && getComputedStyle(element)
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    })
    if (!isMarked) found.push(`no focus to see: ${name}`)
    const box = stop.getBoundingClientRect()
    const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
    const open = places.filter(([x, y]) => {
      const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)
      return top && (stop.contains(top) || top.contains(stop) || top.closest('label')?.contains(stop))
    })
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    if (open.length < 3) {
      found.push(`hidden at ${Math.round(box.top)} under ${over?.outerHTML.slice(0, 60)}: ${name}`)
    }
  }
  before?.focus()
  return found
}

/**
 * What of a selector isn't a sheet of paper on the table: its own background, a shadow, and the page's ground behind it.
 * The styles are the computed ones, so a class that was lost on the way shows here.
 */
export function findLostPaper(selector: string): string[] {
  const sheets = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
  if (sheets.length === 0) return [`${selector} is not on the screen`]
  const brush = document.createElement('i')
  document.body.append(brush)
  const color = (token: string) => {
    brush.style.color = `var(${token})`
    return getComputedStyle(brush).color
  }
  const [paper, ground] = [color('--paper'), color('--ground')]
  brush.remove()
  const backgroundOf = (element: Element | null): string => {
    if (!element) return 'none'
    const { backgroundColor } = getComputedStyle(element)
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : backgroundColor
  }
  const found: string[] = []
  if (paper === ground) found.push(`paper and ground are both ${paper}`)
  for (const sheet of sheets) {
    const name = `${sheet.localName}.${sheet.className}`
    const { backgroundColor, boxShadow } = getComputedStyle(sheet)
    if (backgroundColor !== paper) found.push(`${name} lies on ${backgroundColor}, not on paper ${paper}`)
    if (boxShadow === 'none') found.push(`${name} has no shadow`)
    const behind = backgroundOf(sheet.parentElement)
    if (behind !== ground) found.push(`${name} is in front of ${behind}, not of the ground ${ground}`)
  }
  return found
}
