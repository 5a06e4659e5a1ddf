import './how-it-works.css'

// Titles and notes: spec §2 "How It Works".
const steps = [
  {
    title: 'Build Your Profile',
    words: 'Six short questions: who it is for, how you dress, your size, where it goes.',
  },
  {
    title: 'Choose Style',
    words: 'Dress, casual, stretch, or all three. Each month we pick a belt that you have not had.',
  },
  {
    title: 'Wear and Swap',
    words: 'Wear it, or swap the size or the style free within 30 days while it is unworn.',
  },
]
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
            {steps.map(({ title, words }) => (
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
