import { type Budget, OverBudgetError, type ParserName, runParser } from '../parsing/run-parser.ts'
import type { MadePicture } from './make-pictures.ts'
import { inTurn, type Queue, refused } from './read-picture.ts'

/** Those from outside may have 60 megapixels, and are decoded row by row; the shop's own shots have two. */
const budgets: Record<Queue, Budget> = {
  owners: { cpu: 60, memory: 420, output: 16 },
  members: { cpu: 20, memory: 300, output: 8 },
  strangers: { cpu: 10, memory: 200, output: 4 },
}

/**
 * Decodes and encodes a picture in a process of its own (decision 120), in turn.
 * @throws ShopError 'invalid_picture' if it can't be decoded, or takes too much; 'too_many_requests' if many wait
 */
async function make<Made>(queue: Queue, name: ParserName, file: unknown): Promise<Made> {
  try {
    return await inTurn(queue, () => runParser<Made>(name, file, budgets[queue]))
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error
    throw refused(
      'This picture takes too much work to read. Save it again as a JPEG, or choose another one.',
      error,
    )
  }
}

export const makeWidths = (file: Uint8Array) => make<MadePicture>('owners', 'widths', file)
export const makePhoto = (file: Uint8Array) => make<Uint8Array>('members', 'photo', file)
export const makeSharePicture = (shot: Uint8Array) => make<Uint8Array>('strangers', 'share picture', shot)
export const makeMailPicture = (shot: Uint8Array) => make<Uint8Array>('strangers', 'mail picture', shot)
/** @returns null if the shot doesn't fit the box */
export const makeBoxPicture = (shot: Uint8Array, box: Uint8Array) =>
  make<Uint8Array | null>('strangers', 'box picture', [shot, box])
