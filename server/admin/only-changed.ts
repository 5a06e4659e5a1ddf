/** The fields in which two rows differ, as the audit log keeps them. */
export function onlyChanged(before: Record<string, unknown>, after: Record<string, unknown>) {
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const pick = (row: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, row[key]]))
  return { before: pick(before), after: pick(after), isSame: keys.length === 0 }
}
