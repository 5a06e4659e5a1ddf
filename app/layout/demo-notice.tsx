import './demo-notice.css'
import { useShop } from './use-shop.ts'

/** Says on every page that payments are a demo (design.md §2.4). */
export function DemoNotice() {
  const { payments } = useShop()
  if (payments !== 'demo') return null
  return (
    <aside className="demo" aria-label="Demo shop">
      <p className="wrap num">
        <span>Demo: no money moves.</span>{' '}
        <span>
          Card <b>4242&nbsp;4242&nbsp;4242&nbsp;4242</b> pays.
        </span>
      </p>
    </aside>
  )
}
