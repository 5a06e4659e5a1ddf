import { render } from 'react-email'
import type { MailContent } from '../outbox/renderers.ts'
import type { Shop } from '../shop.ts'
import { Layout, type Sender } from './layout.tsx'
import { loadOrderView, type OrderItemView, type OrderView } from './order-view.ts'
import { AmountRow, Part, Title, Words } from './parts.tsx'

/** The mail of the outbox's kind order-confirmation; the fact is the order's id. */
export async function orderConfirmation(shop: Shop, orderId: string): Promise<MailContent> {
  return renderOrderConfirmation(shop.config, await loadOrderView(shop, orderId))
}

/** Renders the confirmation from its view alone, so that it can be previewed without a database. */
export async function renderOrderConfirmation(sender: Sender, order: OrderView): Promise<MailContent> {
  const html = await render(<OrderConfirmation sender={sender} order={order} />)
  return {
    to: order.to,
    subject: `Order ${order.orderNumber} is confirmed`,
    html,
    text: plainText(sender, order),
  }
}

function OrderConfirmation({ sender, order }: { sender: Sender; order: OrderView }) {
  return (
    <Layout sender={sender} preview={order.preview} reason="You get this mail because you placed an order.">
      <Title>{order.headline}</Title>
      <Words isQuiet style={{ margin: '0 0 28px' }}>
        {order.summary}
      </Words>
      {order.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mail is rendered once
        <Item key={index} item={item} />
      ))}
      <Part>
        <AmountRow look="line" name="Subtotal" amount={order.subtotal} />
        <AmountRow look="line" name="Shipping" amount="Free" />
        {order.tax && <AmountRow look="line" name="Sales tax, California" amount={order.tax} />}
        <AmountRow look="total" name="Paid" amount={order.total} />
      </Part>
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
      {item.facts.map((fact) => (
        <Words key={fact} style={{ fontSize: 15, lineHeight: '23px' }}>
          {fact}
        </Words>
      ))}
    </Part>
  )
}

// Written, not derived from the HTML: rows of an amount would fall apart into lines of their own.
function plainText(sender: Sender, order: OrderView): string {
  const rows = [
    `Subtotal: ${order.subtotal}`,
    'Shipping: Free',
    ...(order.tax ? [`Sales tax, California: ${order.tax}`] : []),
    `Paid: ${order.total}`,
  ]
  const paragraphs = [
    order.headline,
    order.summary,
    ...order.items.map((item) => [`${item.plan}, ${item.amount}`, item.whom, ...item.facts].join('\n')),
    rows.join('\n'),
    `Something wrong? Reply to this mail, or write to ${sender.supportEmail}. We answer order questions within 12 hours.`,
    `${[sender.shopName, sender.postalAddress].filter(Boolean).join(', ')}. You get this mail because you placed an order.`,
  ]
  // Mail programs of the text kind show a space that does not break as a question mark.
  return `${paragraphs.join('\n\n').replaceAll('\u00a0', ' ')}\n`
}
