import bwip from 'bwip-js/node'

/** Code 128, which every scanner reads: the widths of alternating bars and gaps in modules, starting with a bar. */
export function code128(text: string): number[] {
  const [drawn] = bwip.raw({ bcid: 'code128', text })
  if (!drawn || !('sbs' in drawn)) throw new Error('Code 128 is drawn in bars')
  return [...drawn.sbs]
}
