type OwnPictures = {
  /** its frames, without the format; null: it can't be turned */
  turn: string | null
  /** unrolled */
  wave: string | null
  /** as it wears in */
  aged: { src: string; months: number }[]
}

const turned = /-1$/
const worn = '/pictures/men-casual-1'

/**
 * Pictures that only the belts which come with the shop have, beside those the owner can set: all files of a belt follow one
 * naming pattern. The first belt of each style can be turned, and one is shown as it wears in.
 * @param src the belt's product shot
 */
export function ownPictures(src: string | null): OwnPictures {
  const [, name] = /^(\/pictures\/(?:wo)?men-[a-z]+-\d)-product-840\.webp$/.exec(src ?? '') ?? []
  if (!name) return { turn: null, wave: null, aged: [] }
  return {
    turn: turned.test(name) ? `${name}-turn-640` : null,
    wave: `${name}-wave-840.webp`,
    aged:
      name === worn
        ? [
            { src: `${name}-detail-840.webp`, months: 1 },
            { src: `${name}-aged-12-840.webp`, months: 12 },
            { src: `${name}-aged-36-840.webp`, months: 36 },
          ]
        : [],
  }
}
