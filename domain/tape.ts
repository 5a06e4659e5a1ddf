/** The papers that the measuring tape is printed on, with their sizes in points, upright. */
export const tapePapers = [
  { id: 'letter', name: 'US Letter', width: 612, height: 792 },
  { id: 'a4', name: 'A4', width: 595.28, height: 841.89 },
] as const
export type TapePaper = (typeof tapePapers)[number]['id']

/** The tape's address. */
export const tapeAddress = (paper: TapePaper) => `/measuring-tape-${paper}.pdf`
