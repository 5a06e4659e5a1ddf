import './sizing.css'
import type { Gender, Style } from '../../domain/belt.ts'

/** A style as explained in the sizing guide, with a picture of it worn. */
type StyleDescription = {
  /** in millimeters, spec §9; braided belts have no width of their own there */
  width: string | null
  words: string
  picture: string
  pictureAlt: string
}

const casual = { width: '35-40 mm', words: 'Heavier leather, visible stitching. For denim and chinos.' }
const stretch = {
  width: null,
  words: 'Braided, so it buckles anywhere. For long drives, long dinners and golf.',
}

export const styleDescriptions: Record<Gender, Record<Style, StyleDescription>> = {
  male: {
    dress: {
      width: '30-35 mm',
      words: 'Smooth calf, quiet buckle. For suits, a crease and leather shoes.',
      picture: '/pictures/men-dress-2-lifestyle-840.webp',
      pictureAlt: 'A cognac dress belt worn with navy wool',
    },
    casual: {
      ...casual,
      picture: '/pictures/men-casual-1-lifestyle-840.webp',
      pictureAlt: 'A tan casual belt worn with blue denim',
    },
    stretch: {
      ...stretch,
      picture: '/pictures/men-stretch-1-lifestyle-840.webp',
      pictureAlt: 'A navy braided belt worn with stone chinos',
    },
  },
  female: {
    dress: {
      width: '30-35 mm',
      words: 'Smooth calf, rounded buckle. For crepe, a crease and leather shoes.',
      picture: '/pictures/women-dress-2-lifestyle-840.webp',
      pictureAlt: 'A burgundy dress belt worn with camel crepe',
    },
    casual: {
      ...casual,
      picture: '/pictures/women-casual-1-lifestyle-840.webp',
      pictureAlt: 'A whisky casual belt worn with light denim',
    },
    stretch: {
      ...stretch,
      picture: '/pictures/women-stretch-1-lifestyle-840.webp',
      pictureAlt: 'A sand braided belt worn with navy chinos',
    },
  },
}

/** A belt's details, as [term, value] rows. */
export function BeltFacts({ rows }: { rows: [word: string, fact: string][] }) {
  return (
    <dl className="facts num">
      {rows.map(([word, fact]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
