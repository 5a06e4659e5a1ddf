import { useEffect, useId } from 'react'
import { Link } from 'react-router'
import { quizSectionId } from '../quiz/quiz-request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Mark } from '../ui/mark.tsx'
import './mobile-menu.css'
import { navEntries } from './nav-entries.ts'
import { SectionLink } from './section-link.tsx'
import { useShop } from './use-shop.ts'

/** The header's entries, the social profile and the cart, where there is no room for them in a row. */
export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
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
