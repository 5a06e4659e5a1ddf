import { useEffect } from 'react'
import { Icon, Mark } from '../ui/icons.tsx'
import './header.css'
import { Link } from 'react-router'
import { useCart } from '../browser/cart-storage.ts'
import { quizSectionId } from '../shop/quiz-request.ts'
import { useShop } from '../shop/use-shop.ts'
import '../ui/dialog.css'
import { Logo, ThemeToggle } from './header-parts.tsx'
import { SectionLink } from './section-link.tsx'

/** A header link: a section of the home page, and whether it starts a gift. */
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
          {/* A full page load, so that nothing of the shop stays in memory behind a member's page. The header is cached and the same for
              everyone (page-cache.ts), so it doesn't know who is signed in. */}
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
            {...{ commandfor: menuId, command: 'show-modal' }}
            onClick={() => canCommand() || menuOf().showModal()}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <MobileMenu />
    </header>
  )
}

/** The cart, with the number of items once the browser has read it. */
function CartLink() {
  const count = useCart()?.length ?? 0
  const name = count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <Link className="icon-btn cart-link" to="/cart" aria-label={name}>
      <Icon name="bag" />
      {/* Filled in before hydration, too (app/before-hydration/inline-script.ts). */}
      <span className="count" aria-hidden="true" data-count={count || undefined} />
    </Link>
  )
}

const menuId = 'menu'
const menuOf = () => document.getElementById(menuId) as HTMLDialogElement
const closeMenu = () => menuOf().close()
/** Browsers before 2025 don't know a button's `command`. */
const canCommand = () => 'commandForElement' in HTMLButtonElement.prototype

/**
 * The header's links, the social profile and the cart for narrow screens. It is in the page from the start, so that it
 * opens before hydration and without any script.
 */
function MobileMenu() {
  const { name, socialUrl } = useShop()
  useCloseWhenWide()
  return (
    <dialog className="dialog menu" id={menuId} aria-labelledby="menu-title">
      <div className="menu-top">
        <p className="logo" id="menu-title">
          <Mark />
          <span>
            {name}
            <span className="sr"> menu</span>
          </span>
        </p>
        <button
          className="icon-btn"
          type="button"
          aria-label="Close menu"
          {...{ commandfor: menuId, command: 'close' }}
          onClick={() => canCommand() || closeMenu()}
        >
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label="Menu">
        <ul>
          {navEntries.map(({ label, ...target }) => (
            <li key={label}>
              <SectionLink {...target} onClick={closeMenu}>
                {label}
              </SectionLink>
            </li>
          ))}
          {socialUrl !== '' && (
            <li>
              <a href={socialUrl} target="_blank" rel="noopener noreferrer" onClick={closeMenu}>
                Social profile<span className="sr">, opens in a new tab</span>
              </a>
            </li>
          )}
          <li>
            <Link to="/cart" onClick={closeMenu}>
              Cart
            </Link>
          </li>
          <li>
            <a href="/account">Account</a>
          </li>
        </ul>
      </nav>
      <div className="menu-go">
        <SectionLink section={quizSectionId} className="btn btn-1 btn-wide" onClick={closeMenu}>
          Start My Style Quiz
        </SectionLink>
      </div>
    </dialog>
  )
}

/** Rotating a phone may bring back the row of links; the menu must not cover it then. */
function useCloseWhenWide() {
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 66rem)')
    wide.addEventListener('change', closeMenu)
    return () => wide.removeEventListener('change', closeMenu)
  }, [])
}
