/** Control characters, and those that turn the direction of what follows: a terminal obeys them (Unicode UAX 9, ECMA-48). */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line as a terminal may show it: a buyer's name must not move its cursor, clear it or write lines of its own. */
export function forTerminal(line: string): string {
  return line.replace(obeyed, '\ufffd')
}
