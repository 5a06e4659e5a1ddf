import type { MembershipView } from '../../domain/account/account-view.ts'

/** What is known of a membership, row by row, each with its way to change it. */
export function DetailsSection({ membership }: { membership: MembershipView }) {
  const titleId = `details-${membership.id}`
  const { taste } = membership
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>Details</h3>
      <dl className="account-rows num">
        {taste && (
          <div>
            <dt>Size</dt>
            <dd>{taste.size}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
