// The lines mail programs put above quoted email, in the languages of the shop's customers.
const above =
  /^(?:On .{5,120} wrote:|Le .{5,120} a écrit ?:|El .{5,120} escribió:|-{2,} ?Original Message ?-{2,}|_{20,}|From: .{3,120})$/m

/** Splits an email into what it says and the earlier email it quotes below. */
export function splitQuote(text: string): { said: string; quoted: string } {
  // Mail programs wrap the line above the quote if it's long.
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
  // An email that is nothing but a quote is shown whole.
  return said === '' ? { said: joined, quoted: '' } : { said, quoted: joined.slice(at).trim() }
}
