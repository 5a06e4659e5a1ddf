export default function OrdersPage() {
  return (
    <div className="adm-bar">
      <h1>Orders</h1>
    </div>
  )
}
