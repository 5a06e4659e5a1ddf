import type { DropOnPage } from '../../domain/admin/drop-story.ts'
import type { PublicLetter } from '../../domain/admin/letter-blocks.ts'
import { type BeltOnPage, genderNames, styleNames } from '../../domain/belt.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type Drop, dropTitle, publicName } from '../../domain/drop.ts'
import type { PageContext } from '../shop/context.ts'
import { type PageMeta, usualPicture } from './page-meta.ts'

/** What a URL refers to that only the database knows. */
export type PageSubject =
  | (BeltOnPage & { standing: 'belt' })
  | { standing: 'letter'; letter: PublicLetter }
  | { standing: DropOnPage['standing']; drop: Drop; belts: string[] }

/** The belt, drop or letter of a path; null: none, or one without a page. */
export async function subjectOf(page: PageContext, path: string): Promise<PageSubject | null> {
  const [, room, name] = /^\/(belts|drops|letters)\/([^/]+)\/?$/.exec(path.toLowerCase()) ?? []
  if (!name) return null
  if (room === 'belts') {
    const found = await page.belt(name)
    return found && { ...found, standing: 'belt' }
  }
  if (room === 'letters') {
    const letter = await page.letter(name)
    return letter && { standing: 'letter', letter }
  }
  const found = await page.drop(name)
  if (!found) return null
  const belts = found.standing === 'veiled' ? [] : found.belts.map((belt) => belt.name)
  return { standing: found.standing, drop: name, belts }
}

/** The most characters of a description that search results show. */
const longest = 160

/** Title and description of a belt, drop or letter on this day. */
export function subjectMeta(subject: PageSubject, today: CalendarDate): PageMeta {
  if ('belt' in subject) {
    const { belt, drop } = subject
    const kind = `${genderNames[belt.gender]}’s ${styleNames[belt.style].toLowerCase()} belt`
    const facts = `${kind}, ${belt.width}, from ${publicName(drop, today).within}.`
    return {
      title: `${belt.name}, a ${kind.toLowerCase()}`,
      description: `${shortened(belt.description, longest - facts.length - 1)} ${facts}`,
      ...(belt.imageUrl ? { picture: `belts/${belt.id}.jpg`, pictureAlt: belt.imageAlt } : usualPicture),
    }
  }
  if ('letter' in subject) {
    const { subject: title, preview, month, blocks } = subject.letter
    const shown = blocks.find((block) => block.type === 'belt')
    return {
      title,
      description: `${shortened(preview || title, 100)} The letter of ${dropTitle(month)}, as it went out.`,
      ...(shown?.imageUrl
        ? { picture: `belts/${shown.beltId}.jpg`, pictureAlt: shown.imageAlt }
        : usualPicture),
    }
  }
  const { drop, belts, standing } = subject
  const descriptions = {
    current: `Out now: ${belts.length} belts for men and women, ${listed(belts)} among them.`,
    past: `What members got in ${dropTitle(drop)}: ${belts.length} belts, ${listed(belts)} among them.`,
    veiled: `The ${dropTitle(drop)} drop is still under wraps. See until when you can join to get a belt from it.`,
  }
  return {
    title: publicName({ drop, isCurrent: standing === 'current' }, today).within.replace(/^t/, 'T'),
    description: descriptions[standing],
    ...usualPicture,
  }
}

const listed = (names: string[]) => names.slice(0, 2).join(' and ')

/** As many whole sentences as fit, or else whole words. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const sentence = text.slice(0, most).match(/^.*[.!?](?=\s|$)/)?.[0]
  return sentence ?? `${text.slice(0, most - 1).replace(/\s+\S*$/, '')}…`
}
