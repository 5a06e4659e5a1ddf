/** Two time zones where it is the same day now: before nine in the morning in one, later in the other. */
export function sameDay(now: Date) {
  const zones = Array.from({ length: 27 }, (_, index) => {
    const offset = index - 12
    const there = new Date(now.getTime() + offset * 3_600_000)
    // The signs in these names are reversed.
    const name = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
    return { name, day: there.toISOString().slice(0, 10), hour: there.getUTCHours() }
  })
  for (const early of zones.filter(({ hour }) => hour < 8)) {
    const late = zones.find(({ day, hour }) => day === early.day && hour >= 9 && hour < 23)
    if (late) return { early: early.name, late: late.name, today: early.day }
  }
  throw new Error('no two such time zones')
}
