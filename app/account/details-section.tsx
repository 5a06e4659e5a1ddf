import type { MembershipView } from '../../domain/account/account-view.ts'
import { AddressRow } from './address-row.tsx'
import { ReceiptsRow } from './receipts-row.tsx'
import { TasteRow } from './taste-row.tsx'
import { UpdateCard } from './update-card.tsx'

type DetailsSectionProps = { membership: MembershipView; heading: 'h2' | 'h3' }

/** What is known of a membership, row by row, each with its way to change it. */
export function DetailsSection({ membership, heading: Heading }: DetailsSectionProps) {
  const { id, taste, money } = membership
  if (!taste && !money) return null
  const titleId = `details-${id}`
  return (
    <section aria-labelledby={titleId}>
      <Heading className="account-h" id={titleId}>
        Details
      </Heading>
      <dl className="account-rows num">
        {taste && <AddressRow membershipId={id} address={taste.address} />}
        {taste && <TasteRow membership={membership} taste={taste} />}
        {money?.hasCard && (
          <div>
            <dt>Card</dt>
            <dd>Kept by our payment provider, not by us</dd>
            <dd>
              <UpdateCard membershipId={id} />
            </dd>
          </div>
        )}
        {money && money.receipts.length > 0 && <ReceiptsRow membership={membership} money={money} />}
      </dl>
    </section>
  )
}
