// What mail programs put above the mail that they answer, in the languages of the shop's customers.
const above =
  /^(?:On .{5,120} wrote:|Le .{5,120} a écrit ?:|El .{5,120} escribió:|-{2,} ?Original Message ?-{2,}|_{20,}|From: .{3,120})$/m

/** What a mail says again, and the earlier mail that it repeats below. */
export function splitQuote(text: string): { said: string; quoted: string } {
  // Programs break the line above in two where it is long.
  const joined = text.replace(/^(On .{5,120})\n(.{0,80}wrote:)$/m, '$1 $2')
  const found = above.exec(joined)
  const lines = joined.split('\n')
  let end = lines.length
  while (end > 0 && (/^>/.test(lines[end - 1]!) || lines[end - 1]!.trim() === '')) end--
  const hasQuote = lines.slice(end).some((line) => line.startsWith('>'))
  const at = Math.min(
    found && found.index > 0 ? found.index : joined.length,
    hasQuote ? lines.slice(0, end).join('\n').length : joined.length,
  )
  const said = joined.slice(0, at).trimEnd()
  // A mail that is nothing but a repeated one is shown whole.
  return said === '' ? { said: joined, quoted: '' } : { said, quoted: joined.slice(at).trim() }
}
