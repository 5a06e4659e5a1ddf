/** Widths in pixels in which every picture is kept, in AVIF and in WebP. */
export const pictureWidths = [480, 840, 1200] as const

const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Where pictures that the owner uploaded are served. Those of the build are under /pictures. */
export const uploadedFolder = '/uploaded'

/** The address by which a belt names an uploaded picture: one of its files, from which the others follow. */
export function uploadedAddress(hash: string): string {
  return `${uploadedFolder}/${hash}-840.webp`
}

/** The hash in the address of an uploaded picture; null for a picture of the build. */
export function hashOfAddress(address: string): string | null {
  return /^\/uploaded\/([\w-]{43})-840\.webp$/.exec(address)?.[1] ?? null
}

/** True for an address that a belt's picture may have: of the build, or uploaded. */
export function isPictureAddress(address: string): boolean {
  return /^\/pictures\/[a-z0-9-]+-840\.webp$/.test(address) || hashOfAddress(address) !== null
}

/** Bytes of one upload. */
export const largestPicture = 15 * 1024 * 1024

/** Pixels of one upload: more than a telephone's camera takes, less than what fills a server's memory. */
export const mostPixels = 60_000_000

/** Pixels of an upload's shorter side: below, the page would have to blow it up. */
export const shortestSide = 480
