import './how-it-works.css'
import { howSteps } from './how-steps.ts'

const notes = ['No commitment', 'Free exchanges', 'Cancel anytime']

export function HowItWorks() {
  return (
    <section className="section" id="how-it-works" tabIndex={-1} aria-labelledby="how-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="how-title">How It Works</h2>
          <p className="lead">From the quiz to your waist in three steps.</p>
        </div>
        <div className="how-body">
          <div className="how-strap" />
          <ol className="how">
            {howSteps.map(({ title, words }) => (
              <li key={title}>
                <span className="hole" />
                <h3>{title}</h3>
                <p>{words}</p>
              </li>
            ))}
          </ol>
        </div>
        <ul className="how-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
