import { tapeAddress, tapePapers } from '../../../domain/tape.ts'
import './tape-links.css'

/** "US Letter, A4": the printable tape on each paper. */
export function TapeLinks() {
  return tapePapers.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <a className="tape-link" href={tapeAddress(id)} target="_blank" rel="noreferrer">
        {name}
        <span className="sr"> (PDF, opens in a new tab)</span>
      </a>
    </span>
  ))
}
