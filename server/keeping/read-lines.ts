/**
 * The lines of a stream of bytes, some at a time. Only the line feed ends one: JSON may hold every other sign that some
 * readers take for the end of a line.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest: Uint8Array[] = []
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(0x0a)
    if (end < 0) {
      rest.push(chunk)
      continue
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8')
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : []
    yield text.split('\n')
  }
  if (rest.length > 0) yield [Buffer.concat(rest).toString('utf8')]
}
