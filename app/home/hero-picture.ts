type HeroSource = { media: string; srcSet: Record<'avif' | 'webp', string> }

const widths = (name: string, all: number[], format: string) =>
  all.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ')

const source = (media: string, name: string, all: number[]): HeroSource => ({
  media,
  srcSet: { avif: widths(name, all, 'avif'), webp: widths(name, all, 'webp') },
})

/** Above the words on small screens, behind them on large ones (look.md §6). */
export const heroSources = [
  source('(max-width: 1023px)', 'hero-mobile', [640, 750, 960]),
  source('(min-width: 1024px)', 'hero', [1280, 2000]),
]

/** The hero is the first thing to be seen, and the browser would find it late: it stands behind the styles. */
export const heroPreloads = heroSources.map(({ media, srcSet }) => ({
  rel: 'preload' as const,
  as: 'image' as const,
  type: 'image/avif',
  media,
  imageSrcSet: srcSet.avif,
  imageSizes: '100vw',
  fetchPriority: 'high' as const,
}))
