export default function QuizQuestionsPage() {
  return (
    <div className="adm-bar">
      <h1>Quiz Questions</h1>
    </div>
  )
}
