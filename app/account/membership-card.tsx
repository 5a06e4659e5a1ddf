import type { ReactNode } from 'react'
import type { MembershipView } from '../../domain/account/account-view.ts'
import { BeltsSection } from './belts-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { membershipLine, membershipTitle } from './membership-words.ts'
import { NextBox } from './next-box.tsx'

type MembershipCardProps = {
  membership: MembershipView
  isOnly: boolean
  /** beside its title */
  children?: ReactNode
}

/** One membership: its next box, the belts that were sent, and what can be changed. */
export function MembershipCard({ membership, isOnly, children }: MembershipCardProps) {
  const titleId = `membership-${membership.id}`
  const Title = isOnly ? 'h1' : 'h2'
  return (
    <article className="membership" aria-labelledby={titleId}>
      <header>
        <div>
          <Title id={titleId}>{membershipTitle(membership)}</Title>
          <p className="quiet">{membershipLine(membership)}</p>
        </div>
        {children}
      </header>
      <NextBox membership={membership} hasPicture={isOnly} />
      <BeltsSection membership={membership} heading={isOnly ? 'h2' : 'h3'} />
      <DetailsSection membership={membership} heading={isOnly ? 'h2' : 'h3'} />
    </article>
  )
}
