export default function BeltsPage() {
  return (
    <div className="adm-bar">
      <h1>Belts</h1>
    </div>
  )
}
