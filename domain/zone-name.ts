/** "Eastern Time" for America/New_York: the same summer and winter. */
export function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts(0).find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
