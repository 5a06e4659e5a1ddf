import type { Gender, Style } from '../../domain/belt.ts'
import './base.css'

const widths = [480, 840, 1200]

type PictureProps = {
  /** the 840 px WebP of a set (`…-840.webp`), any other URL, or null without a picture */
  src: string | null
  alt: string
  /** intrinsic size, for the aspect ratio */
  width: number
  height: number
  /** rendered width, as in the HTML attribute */
  sizes?: string
  loading?: 'lazy' | 'eager'
  /** the page's main picture, loaded first */
  priority?: boolean
  className?: string
  /** the same picture for the dark theme, a URL like `src` */
  night?: string | null
}

/** A product or lifestyle picture: AVIF, then WebP, at the width it needs. */
export function Picture({ night, ...picture }: PictureProps) {
  const { src, className = '' } = picture
  if (src === null || !night) return <OnePicture {...picture} />
  // Hidden lazy pictures aren't loaded: a visitor loads one of the two.
  return (
    <>
      <OnePicture {...picture} loading="lazy" className={`by-day ${className}`.trim()} />
      <OnePicture {...picture} src={night} loading="lazy" className={`by-night ${className}`.trim()} />
    </>
  )
}

/** The shop's own photo of a style's belt, for both themes. */
export function styleShot(gender: Gender | null, style: Style, number: 1 | 2 | 3) {
  const set = `/pictures/${gender === 'female' ? 'women' : 'men'}-${style}-${number}`
  return { picture: `${set}-product-840.webp`, night: `${set}-night-840.webp` }
}

function OnePicture({ src, alt, width, height, sizes, loading, priority, className }: PictureProps) {
  if (src === null) return <MissingPicture width={width} height={height} className={className} />
  const image = (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={className}
      loading={loading ?? (priority ? 'eager' : 'lazy')}
      decoding="async"
      fetchPriority={priority ? 'high' : undefined}
    />
  )
  const set = /^(.+)-840\.webp$/.exec(src)?.[1]
  // A picture the owner set by URL exists in one width only.
  if (set === undefined) return image
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(set, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(set, 'webp')} sizes={sizes} />
      {image}
    </picture>
  )
}

/** The shop's own close-ups have a width more, for whoever comes close (scripts/pictures.ts). */
const closeUp = /^\/pictures\/[a-z0-9-]+-detail$/

function srcSet(set: string, format: 'avif' | 'webp') {
  const all = closeUp.test(set) ? [...widths, 1600] : widths
  return all.map((width) => `${set}-${width}.${format} ${width}w`).join(', ')
}

function MissingPicture({ width, height, className }: { width: number; height: number; className?: string }) {
  return (
    <span
      className={className ? `missing ${className}` : 'missing'}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      Product image coming soon
    </span>
  )
}
