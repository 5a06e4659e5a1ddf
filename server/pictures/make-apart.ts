import { OverBudgetError, type ParserName, runParser } from '../parsing/run-parser.ts'
import type { MadePicture } from './make-pictures.ts'
import { inTurn, type Queue, refused } from './read-picture.ts'

/** For the largest picture, of 60 megapixels: its rows are decoded as they are needed. */
const budget = { cpu: 60, memory: 420, output: 16 }

/**
 * Decodes and encodes a picture in a process of its own (decision 120), in turn.
 * @throws ShopError 'invalid_picture' if it can't be decoded, or takes too much; 'too_many_requests' if many wait
 */
async function make<Made>(queue: Queue, name: ParserName, file: unknown): Promise<Made> {
  try {
    return await inTurn(queue, () => runParser<Made>(name, file, budget))
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
