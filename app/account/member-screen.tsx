import type { AccountReply } from '../../domain/account/calls.ts'
import { CreditSection } from './exchanges/credit-section.tsx'
import { MembershipCard } from './membership-card.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { SignOut } from './sign-out.tsx'

/** Everything of a signed-in address: its memberships, then what concerns the address itself. */
export function MemberScreen({ account }: { account: AccountReply<'readMember'> }) {
  const { email, memberships } = account
  const isOne = memberships.length === 1
  return (
    <>
      {!isOne && (
        <div className="account-top">
          <h1>{memberships.length === 0 ? 'My membership' : 'My memberships'}</h1>
          <SignOut email={email} />
        </div>
      )}
      {memberships.length === 0 && (
        <p className="lead">No membership belongs to {email}. If you bought with another email, use that.</p>
      )}
      {memberships.map((membership) => (
        <MembershipCard key={membership.id} membership={membership} isOnly={isOne}>
          {isOne && <SignOut email={email} />}
        </MembershipCard>
      ))}
      <CreditSection />
      <PrivacySection email={email} />
    </>
  )
}
