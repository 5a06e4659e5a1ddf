import { type ReactNode, Suspense, useState } from 'react'
import { leftStates, unshippedStates } from '../../domain/box.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropName, dropTitle } from '../../domain/drop.ts'
import { shipsText } from '../../domain/first-belt.ts'
import type { BoxView, MembershipView } from '../../domain/membership-view.ts'
import { type QuizAnswers, recipientPicksStyle } from '../../domain/quiz.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { callName } from '../../domain/slug.ts'
import { hadSentence } from '../../domain/strap.ts'
import { noRepeat, unbroken } from '../../domain/term-words.ts'
import { FirstSix } from '../quiz/reveal.tsx'
import { useToday } from '../shop/use-shop.ts'
import { Strap } from '../strap/strap.tsx'
import { late } from '../ui/late.tsx'
import { Picture } from '../ui/picture.tsx'
import { giftFor } from './belt-labels.ts'
import { DetailsSection } from './details-section.tsx'
import { BeltActions } from './exchanges/belt-actions.tsx'
import { NewestBelt } from './exchanges/belt-feedback.tsx'
import { NextBox } from './next-box.tsx'

type BeltsSectionProps = { membership: MembershipView; heading: 'h2' | 'h3' }

/** The belts sent so far, newest first. */
function BeltsSection({ membership, heading: Heading }: BeltsSectionProps) {
  const sent = membership.boxes.filter(({ state }) => leftStates.includes(state)).reverse()
  if (sent.length === 0) return null
  const titleId = `belts-${membership.id}`
  return (
    <section aria-labelledby={titleId}>
      <Heading className="account-h" id={titleId}>
        {membership.role === 'giver' ? 'Belts sent' : 'Your belts'}
      </Heading>
      {membership.sentCount > 0 && (
        <div className="belts-had">
          <Strap had={membership.sentCount} />
          <p className="small quiet">
            {hadSentence(membership.sentCount)} No repeats for {unbroken(noRepeat)}.
          </p>
          {membership.taste && <ShareStrap membership={membership} />}
        </div>
      )}
      <NewestBelt membershipId={membership.id} heading={Heading === 'h2' ? 'h3' : 'h4'} />
      <div className="belts-sent">
        {sent.map((box) => (
          <BeltEntry
            key={box.id}
            box={box}
            membership={membership}
            heading={Heading === 'h2' ? 'h3' : 'h4'}
          />
        ))}
      </div>
    </section>
  )
}

const StrapDialog = late(async () => (await import('../strap/strap-dialog.tsx')).StrapDialog)

/** Opens the strap as others would see it. */
function ShareStrap({ membership }: { membership: MembershipView }) {
  const [dialog, setDialog] = useState<'unopened' | 'open' | 'closed'>('unopened')
  return (
    <p>
      <button className="btn btn-3" type="button" onClick={() => setDialog('open')}>
        {membership.taste?.strap ? 'Your strap is shared' : 'Share or print your strap'}
      </button>
      {dialog !== 'unopened' && (
        <Suspense>
          <StrapDialog open={dialog === 'open'} onClose={() => setDialog('closed')} membership={membership} />
        </Suspense>
      )}
    </p>
  )
}

/** Before the first belt has left: its opened box with its day, and what will likely come. */
function BeltsToCome({ membership, heading }: BeltsSectionProps) {
  const today = useToday()
  const { boxes, next, taste, gender, wearer } = membership
  const first = boxes.find(({ state }) => unshippedStates.includes(state)) ?? next
  if (!taste || !first || boxes.some(({ state }) => leftStates.includes(state))) return null
  const wish = {
    ...{ gender, size: taste.size || unsureSize },
    styles: (taste.styles.length > 0 ? taste.styles : [recipientPicksStyle]) as QuizAnswers['styles'],
  }
  const day = shipsText(first, 'you', today)
  return (
    <FirstSix
      {...{ wish, today, heading }}
      from={first.drop}
      box={{ to: callName(wearer), line: `${dropName(first.drop)} belt, ${day}` }}
    />
  )
}

type MembershipCardProps = {
  membership: MembershipView
  isOnly: boolean
  /** shown next to its title */
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
      <BeltsToCome membership={membership} heading={isOnly ? 'h2' : 'h3'} />
      <BeltsSection membership={membership} heading={isOnly ? 'h2' : 'h3'} />
      <DetailsSection membership={membership} heading={isOnly ? 'h2' : 'h3'} />
    </article>
  )
}

/** A membership is titled by its next belt. */
function membershipTitle({ role, wearer, next, boxes }: MembershipView): string {
  const whose = role === 'giver' ? `${possessive(callName(wearer))} ` : 'Your '
  // A box past its cut-off still comes next, even if nothing about it can be changed.
  const underWay = boxes.find(({ state }) => unshippedStates.includes(state))
  const drop = underWay && (!next || underWay.drop < next.drop) ? underWay.drop : next?.drop
  return drop ? `${whose}${dropName(drop)} belt` : `${whose}belts`
}

/** "Gift, 4 of 6 sent, ends May 2027", never "cancelled" (club-rules.md). */
function membershipLine(membership: MembershipView): string {
  const { isGift, role, giver, wearer, sentCount, term, lastDrop, money } = membership
  if (isGift) {
    const who = role === 'recipient' ? (giver ? `Gift from ${giver}` : 'Gift') : giftFor(wearer)
    const isOver = term.count > 0 && term.sent === term.count
    const end = lastDrop ? `${isOver ? 'ended' : 'ends'} ${dropTitle(lastDrop)}` : null
    return [who, `${term.sent} of ${term.count} sent`, end].filter(Boolean).join(', ')
  }
  const plan = money?.planName
  const sent = term.count > 1 ? `${term.sent} of ${term.count} sent` : sentLabel(sentCount)
  return [wearer, plan, sent].filter(Boolean).join(', ')
}

function sentLabel(count: number): string {
  if (count === 0) return 'none sent yet'
  return count === 1 ? '1 belt sent' : `${count} belts sent`
}

function possessive(name: string): string {
  return name ? `${name}’s` : 'The'
}

type BeltEntryProps = { box: BoxView; membership: MembershipView; heading: 'h3' | 'h4' }

/** A belt that was sent: picture, name, month and tracking. */
function BeltEntry({ box, heading: Heading }: BeltEntryProps) {
  const today = useToday()
  const { belt, tracking, deliveredOn, shippedOn } = box
  return (
    <article className="belt-sent">
      <div className="belt-shot">
        <Picture
          src={belt?.imageUrl ?? null}
          night={belt?.nightImageUrl ?? null}
          alt={belt?.imageAlt ?? ''}
          width={840}
          height={840}
          sizes="(min-width: 64rem) 15rem, 45vw"
          className="product"
        />
      </div>
      <Heading>{belt?.name ?? `The ${dropTitle(box.drop)} belt`}</Heading>
      <p className="note">
        {dropTitle(box.drop)}
        {deliveredOn
          ? `, arrived ${formatDay(deliveredOn, today)}`
          : shippedOn && `, shipped ${formatDay(shippedOn, today)}`}
      </p>
      {tracking && (
        <p className="note">
          {tracking.link ? (
            <a href={tracking.link} target="_blank" rel="noreferrer">
              {tracking.carrier} {tracking.number}
              <span className="sr">, opens in a new tab</span>
            </a>
          ) : (
            `Tracking ${tracking.number}`
          )}
        </p>
      )}
      <BeltActions boxId={box.id} />
    </article>
  )
}
