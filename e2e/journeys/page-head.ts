/** A page's head as a crawler reads it, without a browser. */
export type Head = {
  titles: string[]
  descriptions: string[]
  canonical: string[]
  /** Open Graph and Twitter card tags, by name */
  properties: Record<string, string>
  /** the page asks search engines not to list it */
  isHidden: boolean
  /** the nodes of all JSON-LD blocks */
  // biome-ignore lint/suspicious/noExplicitAny: tests read nodes of every shape, and fail if one is wrong
  things: any[]
  /** the visible text, with whitespace collapsed */
  text: string
}

export async function headOf(address: string): Promise<Head> {
  const html = await (await fetch(address)).text()
  const metas = attributes(html, 'meta')
  const named = (name: string) => metas.filter((meta) => meta.name === name).map((meta) => meta.content ?? '')
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return {
    titles: [...html.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => plain(title!)),
    descriptions: named('description'),
    canonical: attributes(html, 'link')
      .filter((link) => link.rel === 'canonical')
      .map((link) => link.href ?? ''),
    properties: Object.fromEntries(
      metas
        .map(({ property, name, content }) => [property ?? name ?? '', content ?? ''])
        .filter(([name]) => /^(og|twitter):/.test(name!)),
    ),
    isHidden: named('robots').some((content) => content.includes('noindex')),
    things: blocks.flatMap(([, block]) => JSON.parse(block!)['@graph']),
    text: plain(html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<!--.*?-->/gs, '')),
  }
}

/** The attributes of every element with this tag name. */
export function attributes(html: string, element: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>`, 'g'))].map(([, inside]) =>
    Object.fromEntries(
      [...inside!.matchAll(/([a-z:-]+)="([^"]*)"/gi)].map(([, name, value]) => [name!, plain(value!)]),
    ),
  )
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[\s\u00a0]+/g, ' ')
}
