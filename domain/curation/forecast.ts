import { type Gender, genderNames, type Style, styles } from '../belt.ts'
import { addDrops, type Drop, dropName, dropsBetween } from '../drop.ts'
import { terms } from '../terms.ts'
import { boxesOfStep, curateInSteps } from './curate.ts'
import { type CurationBelt, type CurationBox, type HoldReason, styleLabel, type Taste } from './curation.ts'

/** Someone who will probably get boxes, and what the engine needs to know about them. */
export type ExpectedMember = {
  membershipId: string
  personId: string
  /** the name the owner knows them by; absent: lines only count them */
  name?: string
  gender: Gender
  size: string | null
  hasAddress: boolean
  /** empty: any style */
  styles: Style[]
  /** drops with a box that is paid for, or will be if the membership renews */
  drops: Drop[]
}

/** What a person has been sent. */
export type SentBelts = {
  lastSent: Partial<Record<Style, Drop>>
  taste: Partial<Record<Style, Taste>>
  /** belts and the drop that brought them; null: never send it again */
  excluded: { beltId: string; drop: Drop | null }[]
}

/** Similar people for whom a drop has no belt. */
type ForecastLine = {
  reason: HoldReason
  gender: Gender
  /** null if none is chosen */
  size: string | null
  /** empty: any style */
  styles: Style[]
  people: number
  /** "March: 14 people of size 36 (men), dress, have no unseen belt." */
  sentence: string
}

export type DropForecast = {
  drop: Drop
  /** belts created for this drop */
  ownBelts: number
  /** boxes expected, and those a belt in stock can fill */
  boxes: number
  filled: number
  /** largest first: what to buy, and who to ask */
  lines: ForecastLine[]
}

/** Months before the same belt can come again (club-rules.md "No repeat"). */
/**
 * Runs the engine one drop after another over the current stock: what one drop sends is gone for the next. Yields null
 * between steps, so that the caller can do other work.
 * @param drops in order
 * @param sent by person; modified
 */
export function* forecast(
  drops: Drop[],
  members: ExpectedMember[],
  sent: Map<string, SentBelts>,
  belts: CurationBelt[],
): Generator<DropForecast | null, void> {
  const shelf = belts.map((belt) => ({ ...belt, pieces: { ...belt.pieces } }))
  const beltOf = new Map(shelf.map((belt) => [belt.id, belt]))
  const designs = Map.groupBy(shelf, ({ design, id }) => design ?? id)
  const twinsOf = ({ design, id }: CurationBelt) => designs.get(design ?? id)!
  const names = new Map(members.map(({ membershipId, name }) => [membershipId, name]))
  for (const drop of drops) {
    const boxes: CurationBox[] = []
    for (const [index, member] of members.entries()) {
      if (index % boxesOfStep === 0) yield null
      if (member.drops.includes(drop)) boxes.push(boxOf(member, drop))
    }
    const steps = curateInSteps(
      boxes,
      shelf.filter((belt) => belt.drop <= drop),
    )
    let step = steps.next()
    for (; !step.done; step = steps.next()) yield null
    const { belts: given, held } = step.value
    const byId = new Map(boxes.map((box) => [box.id, box]))
    let handedOut = 0
    for (const [boxId, beltId] of given) {
      if (handedOut++ % boxesOfStep === 0) yield null
      const box = byId.get(boxId)!
      const belt = beltOf.get(beltId)!
      belt.pieces[box.size!]!--
      const known = knownOf(box.personId)
      known.lastSent[belt.style] = drop
      for (const twin of twinsOf(belt)) known.excluded.push({ beltId: twin.id, drop })
    }
    yield {
      drop,
      ownBelts: shelf.filter((belt) => belt.drop === drop).length,
      boxes: boxes.length,
      filled: given.size,
      lines: linesOf(
        drop,
        held.map(({ boxId, reason }) => ({ box: byId.get(boxId)!, reason, name: names.get(boxId) })),
      ),
    }
  }

  function knownOf(personId: string): SentBelts {
    const known = sent.get(personId) ?? { lastSent: {}, taste: {}, excluded: [] }
    sent.set(personId, known)
    return known
  }

  function boxOf(member: ExpectedMember, drop: Drop): CurationBox {
    const { membershipId, drops: _drops, name: _name, ...wearer } = member
    const { lastSent, taste, excluded: known } = knownOf(member.personId)
    const excluded = known
      .filter((each) => each.drop === null || Math.abs(dropsBetween(each.drop, drop)) < terms.repeatMonths)
      .map((each) => each.beltId)
    return { ...wearer, id: membershipId, lastSent: { ...lastSent }, taste, excluded, belt: null }
  }
}

/** `count` drops in a row, starting with `first`. */
export function dropsFrom(first: Drop, count: number): Drop[] {
  return Array.from({ length: count }, (_, index) => addDrops(first, index))
}

type Held = { box: CurationBox; reason: HoldReason; name: string | undefined }

function linesOf(drop: Drop, held: Held[]): ForecastLine[] {
  type Group = { box: CurationBox; reason: HoldReason; people: Map<string, string | undefined> }
  const groups = new Map<string, Group>()
  for (const { box, reason, name } of held) {
    // People we have to ask share one line, whatever styles they like: there is nothing to buy for them.
    const alike = [box.gender, box.size, styles.filter((style) => box.styles.includes(style))]
    const key = [reason, ...(reason === 'size' || reason === 'address' ? [] : alike)].join('|')
    const group = groups.get(key) ?? { box, reason, people: new Map() }
    group.people.set(box.personId, name)
    groups.set(key, group)
  }
  return [...groups]
    .sort(([one, a], [other, b]) => b.people.size - a.people.size || (one < other ? -1 : 1))
    .map(([, { box, reason, people }]) => ({
      reason,
      gender: box.gender,
      size: box.size,
      styles: box.styles,
      people: people.size,
      sentence: sentenceOf(drop, { box, reason, names: [...people.values()] }),
    }))
}

/** How many names a line gives before it only counts the rest. */
const mostNames = 5

type Line = { box: CurationBox; reason: HoldReason; names: (string | undefined)[] }

function sentenceOf(drop: Drop, { box, reason, names }: Line): string {
  const people = names.length
  const isAsked = reason === 'size' || reason === 'address'
  const size =
    isAsked || box.size === null ? '' : ` of size ${box.size} (${genderNames[box.gender].toLowerCase()})`
  const style = isAsked || box.size === null ? '' : `, ${styleLabel(box.styles) || 'any style'},`
  const who = people === 1 ? `1 person${size}${style} has` : `${people} people${size}${style} have`
  const lacks: Record<HoldReason, string> = {
    size: 'no size chosen',
    address: 'no complete address',
    unseen: 'no unseen belt',
    stock: 'no belt left',
  }
  const known = names.filter((name) => name !== undefined)
  const more = known.length > mostNames ? [`${known.length - mostNames} more`] : []
  const named = [...known.slice(0, mostNames), ...more].join(', ')
  return `${dropName(drop)}: ${who} ${lacks[reason]}${named ? ` (${named})` : ''}.`
}
