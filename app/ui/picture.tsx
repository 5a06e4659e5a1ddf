import type { Gender, Style } from '../../domain/belt.ts'
import './picture.css'

const widths = [480, 840, 1200]

type PictureProps = {
  /** the 840 px WebP of a set (`…-840.webp`), any other address, or null when there is no picture yet */
  src: string | null
  alt: string
  /** natural size, for the ratio */
  width: number
  height: number
  /** how wide it is drawn, as in the HTML attribute */
  sizes?: string
  loading?: 'lazy' | 'eager'
  /** the page's first picture: fetched before all others */
  priority?: boolean
  className?: string
  /** the same picture for the dark theme, an address like `src` */
  night?: string | null
}

/** A product or lifestyle picture: AVIF, then WebP, in the width that is needed. */
export function Picture({ night, ...picture }: PictureProps) {
  const { src, className = '' } = picture
  if (src === null || !night) return <OnePicture {...picture} />
  // Lazy ones that are not shown are not fetched: a visitor loads one of the two.
  return (
    <>
      <OnePicture {...picture} loading="lazy" className={`by-day ${className}`.trim()} />
      <OnePicture {...picture} src={night} loading="lazy" className={`by-night ${className}`.trim()} />
    </>
  )
}

/** A style's belt as the shop photographs it, by day and by night, of the pictures that it comes with. */
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
  // A picture that the owner gave by another address exists in one width only.
  if (set === undefined) return image
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(set, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(set, 'webp')} sizes={sizes} />
      {image}
    </picture>
  )
}

function srcSet(set: string, format: 'avif' | 'webp') {
  return widths.map((width) => `${set}-${width}.${format} ${width}w`).join(', ')
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
