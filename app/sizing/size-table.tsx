import { type Gender, genderNames } from '../../domain/belt.ts'
import { inchesAdded, measuredSizes, measuredWord } from '../../domain/sizing.ts'
import { returnWindow, unbroken } from '../../domain/term-words.ts'
import './sizing.css'

/** The sizing section's text on fit. Also used by app/seo/page-head.ts, which may only repeat visible text. */
export const fitGuarantee = {
  title: 'Fit guarantee',
  words: `If it doesn’t fit, we’ll send the next size free. You have ${unbroken(returnWindow)}, and the return label is prepaid.`,
}
export const notSure = {
  title: 'Still Not Sure?',
  words:
    'Choose Unsure in the quiz. A measuring guide ships with your first shipment, and the exchange is free.',
}

/** Quick reference: pants or waist size above the belt size, inches (spec §9). */
export function SizeTable({ gender }: { gender: Gender }) {
  const sizes = measuredSizes[gender]
  const word = measuredWord[gender]
  return (
    // The row is wider than a small phone; a region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`size-table of-${gender}`} tabIndex={0} aria-label={`${genderNames[gender]}'s sizes`}>
      <table className="num">
        <caption className="sr">{`${genderNames[gender]}'s ${word} size and belt size, inches`}</caption>
        <tbody>
          <tr>
            <th scope="row">{word === 'pants' ? 'Pants' : 'Waist'}</th>
            {sizes.map((size) => (
              <td key={size}>{size}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Belt</th>
            {sizes.map((size) => (
              <td key={size}>
                <b>{size + inchesAdded}</b>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}
