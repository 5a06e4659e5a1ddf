import { deserialize, serialize } from 'node:v8'
import { ShopError } from '../domain/errors.ts'
import type { Parsed, ParserName } from './parsing/run-parser.ts'

// A process that reads bytes from outside, once (server/parsing/run-parser.ts): its input comes from standard input, and
// what it read goes to standard output.

type Parser = (input: never) => unknown

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

const parts: Buffer[] = []
for await (const part of process.stdin) parts.push(part as Buffer)
const parser = await parsers[process.argv[2] as ParserName]()
// No name for the bytes: they are let go of as soon as the input is there.
const answer = serialize(await read(deserialize(Buffer.concat(parts.splice(0)))))
process.stdout.write(answer, () => process.exit(0))

async function read(input: unknown): Promise<Parsed> {
  try {
    return { value: await parser(input as never) }
  } catch (error) {
    if (!(error instanceof ShopError)) return { failed: String(error).slice(0, 500) }
    const { code, message, fields } = error
    return { refused: { code, message, ...(fields ? { fields } : {}) } }
  }
}
