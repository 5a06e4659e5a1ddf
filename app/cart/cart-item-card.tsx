import { Fragment, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { type Style, styleNames, styles } from '../../domain/belt.ts'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { type CartItem, giftNoticeDay } from '../../domain/cart.ts'
import { addressText, beltsText, forWhom } from '../../domain/cart-text.ts'
import { dropName } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import { firstBelt, firstBoxText, sizePicker } from '../../domain/first-belt.ts'
import { formatCents } from '../../domain/money.ts'
import { findPlan, isPriceOf, type Plan } from '../../domain/plan.ts'
import { nextChargeText, planDates } from '../../domain/plan-dates.ts'
import { isTaxed } from '../../domain/tax.ts'
import { editLink } from '../quiz/quiz-storage.ts'
import { useShop } from '../shop/use-shop.ts'
import { Icon } from '../ui/icons.tsx'
import { late } from '../ui/late.tsx'
import { Picture, styleShot } from '../ui/picture.tsx'

const GiftPreview = late(async () => (await import('../gift-preview/gift-preview.tsx')).GiftPreview)

type CartItemCardProps = {
  item: CartItem
  /** its position in the cart, from 1, as in error messages; null for the only item */
  number: number | null
  /** cents that a promotion code takes off every later payment */
  renewalDiscountCents: number
  today: CalendarDate
  /** money may move or has moved, so nothing can be changed */
  isHeld: boolean
  onRemove: () => void
  /** the buyer accepts today's price */
  onAccept: (item: CartItem) => void
}

/** A cart item: belt, plan, recipient, amount, months and details. */
export function CartItemCard(props: CartItemCardProps) {
  const { item, number, renewalDiscountCents, today, isHeld, onRemove, onAccept } = props
  const { calendar, plans } = useShop()
  const plan = findPlan(plans, item.planId)
  const whom = forWhom(item)
  const shot = shotOf(item)
  const name = `${number ? `item ${number}, ` : ''}${plan?.name ?? item.planName}, ${whom}`
  return (
    <article className="item">
      <div className="item-pic">
        <Picture
          src={shot.picture}
          night={shot.night}
          alt=""
          width={840}
          height={840}
          sizes="(min-width: 48rem) 11rem, 6rem"
          loading="eager"
        />
      </div>
      <div className="item-top">
        <h2>
          {number && <span className="item-number num">{`Item ${number}`}</span>}{' '}
          {plan?.name ?? item.planName}
        </h2>
        <p className="amount num r">{formatCents(plan?.stripeAmount ?? 0)}</p>
        <p>{whom}</p>
        <p className="r num">
          {plan?.price ?? item.price} {item.period}
        </p>
      </div>
      <div className="item-more">
        <Changed item={item} plan={plan} onAccept={onAccept} />
        <Months drops={allocateDrops(calendar, today, plan?.months ?? 1).drops} />
        <ItemFacts item={item} plan={plan} renewalDiscountCents={renewalDiscountCents} today={today} />
        {item.recipientType === 'gift' && <Notice item={item} today={today} />}
        <div className="item-acts" inert={isHeld}>
          <Link className="btn btn-3" to={editLink(item.id)} aria-label={`Edit ${name}`}>
            Edit
          </Link>
          <button className="btn btn-3" type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </button>
        </div>
      </div>
    </article>
  )
}

type ChangedProps = Pick<CartItemCardProps, 'item' | 'onAccept'> & { plan: Plan | undefined }

/** What changed about the plan since the item was added: nobody pays a price other than the one they saw. */
function Changed({ item, plan, onAccept }: ChangedProps) {
  if (plan && isPriceOf(plan, item.price)) return null
  return (
    <p className="alert bad" role="alert">
      <Icon name="alert" />
      {plan ? (
        <span>
          {plan.name} costs {plan.price} {plan.period} now, {formatCents(plan.stripeAmount)} in all. It was{' '}
          {item.price} when you chose it.{' '}
          <button
            className="text-btn"
            type="button"
            onClick={() => onAccept({ ...item, planName: plan.name, price: plan.price, period: plan.period })}
          >
            Accept the new price
          </button>
        </span>
      ) : (
        <span>We don’t sell {item.planName} anymore. Edit this item to pick another plan, or remove it.</span>
      )}
    </p>
  )
}

/** Collapsed, because the giver has just written it. */
function Notice({ item, today }: { item: CartItem; today: CalendarDate }) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <details className="item-notice" onToggle={() => setIsOpened(true)}>
      <summary className="btn btn-3">See what they’ll get</summary>
      {isOpened && (
        <Suspense fallback={<p className="notice-wait" aria-busy="true" />}>
          <GiftPreview item={item} paidOn={today} />
        </Suspense>
      )}
    </details>
  )
}

function Months({ drops }: { drops: string[] }) {
  return (
    <ol className={drops.length > 6 ? 'run run-long' : 'run'} aria-label="Boxes">
      {drops.map((drop, index) => (
        <li key={drop} className={index === 0 ? 'next' : undefined}>
          <span>{dropName(drop).slice(0, 3)}</span>
        </li>
      ))}
    </ol>
  )
}

function shotOf(item: CartItem) {
  const style = item.styles.find((each): each is Style => (styles as readonly string[]).includes(each))
  const known = style && styleNames[style] ? style : 'casual'
  return styleShot(item.gender, known, 1)
}

type ItemFactsProps = {
  item: CartItem
  plan: Plan | undefined
  /** cents that a promotion code takes off every later payment */
  renewalDiscountCents: number
  today: CalendarDate
}

/** An item's details: belts, price per belt, address or send date, first box, next charge or end. */
function ItemFacts({ item, plan, renewalDiscountCents, today }: ItemFactsProps) {
  const isGift = item.recipientType === 'gift'
  const { calendar, taxedStates } = useShop()
  const tax = isTaxed(taxedStates, item.shippingDetails?.state ?? '') ? ' plus tax' : ''
  const dates = planDates(today, plan ?? { months: 1 }, isGift, calendar)
  const noticeDay = giftNoticeDay(item)
  return (
    <dl className="kv num">
      <dt>Belts</dt>
      <dd>{beltsText(item)}</dd>
      {isGift && noticeDay && (
        <>
          <dt>Gift email</dt>
          <dd>
            {formatDate(noticeDay)}, to {item.giftDetails?.recipientEmail}
          </dd>
        </>
      )}
      {item.extraAnswers?.map(({ question, answers }) => (
        <Fragment key={question}>
          <dt>{question}</dt>
          <dd>{answers.join(', ')}</dd>
        </Fragment>
      ))}
      <dt>Ships to</dt>
      <dd>{addressText(item) || 'No address yet'}</dd>
      <dt>First box</dt>
      <dd>{firstBoxText(firstBelt(today, item.size, calendar), sizePicker(item), today)}</dd>
      {plan && (
        <>
          <dt>Next charge</dt>
          <dd>
            {nextChargeText(dates) +
              (isGift
                ? ''
                : ` at ${formatCents(plan.stripeAmount - renewalDiscountCents)}${tax}, until you cancel`)}
          </dd>
        </>
      )}
    </dl>
  )
}
