import '../layout/message-page.css'

/** A single button. The form posts to the link's own URL, token included, even without JavaScript. */
export default function UnsubscribePage() {
  return (
    <div className="wrap page message-page">
      <h1>No more letters?</h1>
      <p className="lead">One click and you’re off the list. We’ll still email you about your orders.</p>
      <form method="post">
        <button className="btn btn-1" type="submit">
          Unsubscribe
        </button>
      </form>
    </div>
  )
}
