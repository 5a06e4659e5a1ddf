import type { Match } from './match-lines.ts'
import type { Problem, TrackingLine } from './read-tracking-file.ts'

type GoodLine = { line: number; boxId: string; trackingNumber: string; name: string }
export type Judged = { good: GoodLine[]; known: number; problems: Problem[] }

/** Which lines of a file ship a box, which say what is known, and what is wrong with the others. */
export function judgeTracking(lines: TrackingLine[], matches: Map<number, Match[]>): Judged {
  const lineOfNumber = new Map<string, number>()
  return judge(lines, matches, (line, box) => {
    const number = line.trackingNumber
    if (box.state === 'shipped' || box.state === 'delivered') {
      if (box.trackingNumber === number) return 'known'
      return `its box is shipped already, with ${box.trackingNumber ?? 'no number'}. Correct that one by hand.`
    }
    if (box.state !== 'packed') return `its box is ${box.state}, not packed.`
    const other = lineOfNumber.get(number)
    if (other) return `its number stands on line ${other} too.`
    lineOfNumber.set(number, line.line)
    return 'good'
  })
}

/** Which lines of a file say that a shipped box has arrived. */
export function judgeDelivered(lines: TrackingLine[], matches: Map<number, Match[]>): Judged {
  return judge(lines, matches, (_, box) =>
    box.state === 'delivered'
      ? 'known'
      : box.state === 'shipped'
        ? 'good'
        : `its box is ${box.state}, not shipped.`,
  )
}

function judge(
  lines: TrackingLine[],
  matches: Map<number, Match[]>,
  verdictOf: (line: TrackingLine, box: Match) => string,
): Judged {
  const judged: Judged = { good: [], known: 0, problems: [] }
  const lineOfBox = new Map<string, number>()
  for (const line of lines) {
    const found = matches.get(line.line) ?? []
    const verdict = found.length === 1 ? verdictOn(line, found[0]!) : nameless(line, found.length)
    if (verdict === 'known') judged.known += 1
    else if (verdict !== 'good') judged.problems.push({ line: line.line, problem: verdict })
    else {
      const { boxId, name } = found[0]!
      const trackingNumber = line.trackingNumber || found[0]!.trackingNumber || ''
      judged.good.push({ line: line.line, boxId, trackingNumber, name })
    }
  }
  return judged

  function verdictOn(line: TrackingLine, box: Match): string {
    const other = lineOfBox.get(box.boxId)
    if (other) return `its box stands on line ${other} too.`
    const verdict = verdictOf(line, box)
    if (verdict === 'good') lineOfBox.set(box.boxId, line.line)
    return verdict
  }
}

function nameless(line: TrackingLine, found: number): string {
  if (found > 1) return `${found} boxes of this drop could be meant. Name the box by its reference.`
  const what = line.reference ? 'this reference' : (line.orderNumber ?? line.trackingNumber)
  return `no box of this drop has ${line.reference ? what : `the number ${what}`}.`
}
