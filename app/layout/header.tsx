import { useEffect, useId, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import './header.css'
import { Link } from 'react-router'
import { useCart } from '../browser/cart-storage.ts'
import { quizSectionId } from '../shop/quiz-request.ts'
import { useShop } from '../shop/use-shop.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Mark } from '../ui/mark.tsx'
import { Logo } from './logo.tsx'
import { SectionLink } from './section-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import './mobile-menu.css'

/** A link of the header: a section of the home page, and whether the quiz is pre-set to a gift. */
type NavEntry = { label: string; section: string; gift?: boolean }

/** Spec §2 "Header", in its order. */
const navEntries: NavEntry[] = [
  { label: 'How It Works', section: 'how-it-works' },
  { label: 'Style Quiz', section: quizSectionId },
  { label: 'Styles', section: 'styles' },
  { label: 'Gift a Friend', section: quizSectionId, gift: true },
  { label: 'Plans', section: 'plans' },
  { label: 'Sizing Guide', section: 'sizing-guide' },
]

/** The sticky bar of every page (spec §2 "Header"). */
export function Header() {
  const { socialUrl } = useShop()
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <header className="head">
      <div className="wrap">
        <Logo />
        <nav className="nav" aria-label="Main">
          {navEntries.map(({ label, ...target }) => (
            <SectionLink key={label} {...target}>
              {label}
            </SectionLink>
          ))}
        </nav>
        <div className="head-icons">
          {/* Loaded afresh: it is a member's own page, and none of the shop's is kept behind it. The header is the same for
              everybody (page-cache.ts): it doesn't know who is signed in. */}
          <a className="sign-in only-large" href="/account">
            Account
          </a>
          {socialUrl !== '' && (
            <a
              className="icon-btn only-large"
              href={socialUrl}
              target="_blank"
              rel="noopener noreferrer"
              aria-label="Our social profile, opens in a new tab"
            >
              <Icon name="social" />
            </a>
          )}
          <CartLink />
          <ThemeToggle />
          <button
            className="icon-btn only-small"
            type="button"
            aria-label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </header>
  )
}

/** The way to the cart, with the number of items once the browser knows it. */
function CartLink() {
  const count = useCart()?.length ?? 0
  const name = count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <Link className="icon-btn" to="/cart" aria-label={name}>
      <Icon name="bag" />
      {count > 0 && (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  )
}

/** The header's entries, the social profile and the cart, where there is no room for them in a row. */
function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { name, socialUrl } = useShop()
  const title = useId()
  useCloseWhenWide(open, onClose)
  return (
    <Dialog open={open} onClose={onClose} labelledBy={title} className="menu">
      <div className="menu-top">
        <p className="logo" id={title}>
          <Mark />
          <span>
            {name}
            <span className="sr"> menu</span>
          </span>
        </p>
        <button className="icon-btn" type="button" aria-label="Close menu" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label="Menu">
        <ul>
          {navEntries.map(({ label, ...target }) => (
            <li key={label}>
              <SectionLink {...target} onClick={onClose}>
                {label}
              </SectionLink>
            </li>
          ))}
          {socialUrl !== '' && (
            <li>
              <a href={socialUrl} target="_blank" rel="noopener noreferrer" onClick={onClose}>
                Social profile<span className="sr">, opens in a new tab</span>
              </a>
            </li>
          )}
          <li>
            <Link to="/cart" onClick={onClose}>
              Cart
            </Link>
          </li>
          <li>
            <a href="/account">Account</a>
          </li>
        </ul>
      </nav>
      <div className="menu-go">
        <SectionLink section={quizSectionId} className="btn btn-1 btn-wide" onClick={onClose}>
          Start My Style Quiz
        </SectionLink>
      </div>
    </Dialog>
  )
}

/** A phone turned on its side may get the row of links back; the menu must not stay over it. */
function useCloseWhenWide(open: boolean, onClose: () => void) {
  useEffect(() => {
    if (!open) return
    const wide = window.matchMedia('(min-width: 66rem)')
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [open, onClose])
}
