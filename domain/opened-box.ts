/**
 * The picture of an opened box (`public/pictures/box-1200`): where a belt lies on its tissue, and where its card is, in
 * pixels. The belt's place is that of its whole product shot.
 */
export const openedBox = {
  width: 1200,
  height: 750,
  belt: { left: 205, top: 17, width: 570 },
  card: { left: 763, top: 422, width: 352, height: 219 },
} as const

/** The address of an opened box with a belt in it, a JPEG (server/http/pictures.ts). */
export const openedBoxPicture = (beltId: string) => `/og/boxes/${beltId}.jpg`
