import { deserialize, serialize } from 'node:v8'
import { ShopError } from '../domain/errors.ts'
import type { Parsed, ParserName } from './parsing/run-parser.ts'

// A process that reads bytes from outside, once (server/parsing/run-parser.ts): its input comes from standard input, and
// what it read goes to standard output.

/** @param rest what follows the input, piece by piece */
type Parser = (input: never, rest: AsyncIterable<Uint8Array>) => unknown

/** Only the parser that is asked for is loaded. */
const parsers: Record<ParserName, () => Promise<Parser>> = {
  mail: async () => (await import('./inbox/read-mail.ts')).readMail,
  table: async () => (await import('./admin/tables/read-records.ts')).readRecords,
  'tracking file': async () => (await import('./admin/drops/read-tracking-file.ts')).readTrackingFile,
  widths: async () => (await import('./pictures/make-pictures.ts')).makeWidths,
  photo: async () => (await import('./pictures/make-pictures.ts')).makePhoto,
  'share picture': async () => (await import('./pictures/make-pictures.ts')).makeSharePicture,
  'box picture': async () => {
    const { beltInBox } = await import('./pictures/opened-box.ts')
    return ([shot, box]: [Uint8Array, Uint8Array]) => beltInBox(shot, box)
  },
  'mail picture': async () => (await import('./pictures/make-pictures.ts')).makeMailPicture,
}

const stream = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>
/** What came, and wasn't taken yet. */
let came: Buffer = Buffer.alloc(0)
const parser = await parsers[process.argv[2] as ParserName]()
const length = (await take(4)).readUInt32BE()
const answer = serialize(await read(deserialize(await take(length))))
process.stdout.write(answer, () => process.exit(0))

async function take(wanted: number): Promise<Buffer> {
  const parts: Buffer[] = [came]
  for (let size = came.length; size < wanted; ) {
    const next = await stream.next()
    if (next.done) throw new Error('The input ended early.')
    parts.push(next.value)
    size += next.value.length
  }
  const all = Buffer.concat(parts)
  // Copied, so that what was taken is let go of.
  came = Buffer.from(all.subarray(wanted))
  return all.subarray(0, wanted)
}

async function* rest(): AsyncGenerator<Uint8Array> {
  if (came.length > 0) yield came
  for (let next = await stream.next(); !next.done; next = await stream.next()) yield next.value
}

async function read(input: unknown): Promise<Parsed> {
  try {
    return { value: await parser(input as never, rest()) }
  } catch (error) {
    if (!(error instanceof ShopError)) return { failed: String(error).slice(0, 500) }
    const { code, message, fields } = error
    return { refused: { code, message, ...(fields ? { fields } : {}) } }
  }
}
