export default function ProductTypesPage() {
  return (
    <div className="adm-bar">
      <h1>Product Types</h1>
    </div>
  )
}
