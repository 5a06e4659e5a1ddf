/** A sheet in the place of what is still loading, so that no screen is empty. Without scripts nothing loads. */
export function Skeleton() {
  return (
    <div className="sheet skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
