import './belt-facts.css'

/** What a belt is made of, row by row: [word, fact]. */
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
