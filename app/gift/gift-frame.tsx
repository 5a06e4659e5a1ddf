import type { ReactNode } from 'react'
import { ThemeToggle } from '../layout/theme-toggle.tsx'
import { useShop } from '../layout/use-shop.ts'
import '../layout/header.css'
import '../layout/footer.css'
import { Mark } from '../ui/mark.tsx'

/** What stands around a gift: the mark, and no way to a price (look.md "Header"). */
export function GiftFrame({ children }: { children: ReactNode }) {
  const { name, supportEmail, today } = useShop()
  return (
    <>
      <header className="head">
        <div className="wrap">
          <span className="logo">
            <Mark />
            <span>{name}</span>
          </span>
          <div className="head-icons gift-icons">
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="wrap page">{children}</div>
      </main>
      <footer className="foot gift-foot" data-theme="dark">
        <div className="wrap legal">
          <span>
            {supportEmail !== '' && (
              <>
                Questions? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </>
            )}
          </span>
          <span>
            © {today.slice(0, 4)} {name}
          </span>
        </div>
      </footer>
    </>
  )
}
