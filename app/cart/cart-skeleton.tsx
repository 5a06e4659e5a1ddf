/** What stands where the cart will be until the browser has read it. */
export function CartSkeleton() {
  return (
    <div className="wrap" aria-busy="true">
      <div className="checkout cart-skeleton">
        <h1 className="sr">Your cart</h1>
      </div>
    </div>
  )
}
