import { useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { CartLink } from './cart-link.tsx'
import './header.css'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { navEntries } from './nav-entries.ts'
import { SectionLink } from './section-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useShop } from './use-shop.ts'

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
