import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { Layout, plainMail, type Sender, senderOf } from './layout.tsx'
import { loadOrderView, type OrderItemView, type OrderView } from './order-view.ts'
import { AmountRow, MailButton, MailLink, Part, Title, Words } from './parts.tsx'
import { render } from './render.ts'

const reason = 'You’re getting this email because you placed an order.'
const closing = { margin: '8px 0 0', fontSize: 14, lineHeight: '22px' }

/** Writes the order-confirmation email. @param orderId the outbox row's subject id */
export async function orderConfirmation(shop: Shop, orderId: string): Promise<MailContent> {
  return renderOrderConfirmation(senderOf(shop), await loadOrderView(shop, orderId))
}

/** Needs no database, so that it can be previewed. */
export async function renderOrderConfirmation(sender: Sender, order: OrderView): Promise<MailContent> {
  const subject = `Order ${order.orderNumber} is confirmed`
  const html = render(<OrderConfirmation sender={sender} order={order} subject={subject} />)
  return { to: order.to, subject, html, text: plainText(sender, order) }
}

function OrderConfirmation({
  sender,
  order,
  subject,
}: {
  sender: Sender
  order: OrderView
  subject: string
}) {
  return (
    <Layout sender={sender} subject={subject} preview={order.preview} reason={reason}>
      <Title>{order.headline}</Title>
      <Words isQuiet style={{ margin: '0 0 28px' }}>
        {order.summary}
      </Words>
      {order.sizeWanted && (
        <>
          <Part>
            <Words style={{ fontWeight: 600 }}>{order.sizeWanted.head}</Words>
            {order.sizeWanted.lines.map((line) => (
              <Words key={line} style={{ fontSize: 15, lineHeight: '23px' }}>
                {line}
              </Words>
            ))}
          </Part>
          <MailButton href={`${sender.publicUrl}/account`}>Choose your size</MailButton>
        </>
      )}
      {order.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
        <Item key={index} item={item} />
      ))}
      <Part>
        <AmountRow look="line" name="Subtotal" amount={order.subtotal} />
        {order.discount && (
          <AmountRow look="line" name={order.discount.name} amount={order.discount.amount} />
        )}
        <AmountRow look="line" name="Shipping" amount="Free" />
        {order.tax && <AmountRow look="line" name={order.tax.name} amount={order.tax.amount} />}
        <AmountRow look="total" name="Paid" amount={order.total} />
      </Part>
      {order.renews && (
        <Words isQuiet style={closing}>
          You can cancel anytime on your membership page, or by writing to{' '}
          <MailLink href={`mailto:${sender.supportEmail}`}>{sender.supportEmail}</MailLink>.
        </Words>
      )}
      <Words isQuiet style={closing}>
        <MailLink href={`${sender.publicUrl}/account`}>Manage or cancel your membership</MailLink>
      </Words>
      <Words isQuiet style={closing}>
        <MailLink href={sender.publicUrl}>Visit {sender.shopName}</MailLink>
      </Words>
    </Layout>
  )
}

function Item({ item }: { item: OrderItemView }) {
  return (
    <Part>
      <AmountRow look="head" name={item.plan} amount={item.amount} />
      <Words isQuiet style={{ margin: '2px 0 12px' }}>
        {item.whom}
      </Words>
      {item.facts.map((subjectId) => (
        <Words key={subjectId} style={{ fontSize: 15, lineHeight: '23px' }}>
          {subjectId}
        </Words>
      ))}
    </Part>
  )
}

// Written separately instead of derived from the HTML, which would break amount rows into several lines.
function plainText(sender: Sender, order: OrderView): string {
  const rows = [
    `Subtotal: ${order.subtotal}`,
    ...(order.discount ? [`${order.discount.name}: ${order.discount.amount}`] : []),
    'Shipping: Free',
    ...(order.tax ? [`${order.tax.name}: ${order.tax.amount}`] : []),
    `Paid: ${order.total}`,
  ]
  return plainMail({ sender, reason }, [
    order.headline,
    order.summary,
    ...(order.sizeWanted
      ? [
          [order.sizeWanted.head, ...order.sizeWanted.lines].join('\n'),
          `Choose your size: ${sender.publicUrl}/account`,
        ]
      : []),
    ...order.items.map((item) => [`${item.plan}, ${item.amount}`, item.whom, ...item.facts].join('\n')),
    rows.join('\n'),
    ...(order.renews
      ? [`You can cancel anytime on your membership page, or by writing to ${sender.supportEmail}.`]
      : []),
    `Manage or cancel your membership: ${sender.publicUrl}/account`,
    `Visit ${sender.shopName}: ${sender.publicUrl}`,
  ])
}
