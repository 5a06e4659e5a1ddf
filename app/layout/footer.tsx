import { Link } from 'react-router'
import { orderAnswer, unbroken } from '../../domain/term-words.ts'
import { terms } from '../../domain/terms.ts'
import { NewsletterSignup } from '../newsletter/newsletter-signup.tsx'
import { Mark } from '../ui/icons.tsx'
import './footer.css'
import { useEffect, useState } from 'react'
import { chooseDoNotSell, hasChosenDoNotSell, hasPrivacyControl } from '../browser/analytics.ts'
import { useShop } from '../shop/use-shop.ts'
import { SectionLink } from './section-link.tsx'

// Spec §2 "Footer".
const sections = [
  { label: 'How It Works', section: 'how-it-works' },
  { label: 'Styles', section: 'styles' },
  { label: 'Sizing Guide', section: 'sizing-guide' },
  { label: 'Plans', section: 'plans' },
]
const pages = [
  { label: 'Returns', path: '/returns' },
  { label: 'Contact', path: '/contact' },
  { label: 'Privacy', path: '/privacy' },
  { label: 'Terms', path: '/terms' },
  { label: 'Accessibility', path: '/accessibility' },
]

/** Dark brown in both themes: newsletter, links, support. */
export function Footer() {
  const { name, supportEmail, today } = useShop()
  return (
    <footer className="foot" id="footer" data-theme="dark">
      <div className="wrap">
        <div className="foot-grid">
          <NewsletterSignup source="footer" />
          <nav aria-labelledby="foot-club">
            <h3 id="foot-club">The club</h3>
            <ul>
              {sections.map(({ label, section }) => (
                <li key={section}>
                  <SectionLink section={section}>{label}</SectionLink>
                </li>
              ))}
              <li>
                {/* A full page load, so that third-party scripts this page may have loaded don't come along. */}
                <a href="/account">My membership</a>
              </li>
            </ul>
          </nav>
          <nav aria-labelledby="foot-help">
            <h3 id="foot-help">Help</h3>
            <ul>
              {pages.map(({ label, path }) => (
                <li key={path}>
                  <Link to={path}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="foot-support">
            <h3>Support</h3>
            {supportEmail !== '' && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
            <p className="quiet">
              Order questions answered within {unbroken(orderAnswer)}, everything else within&nbsp;
              {terms.answerHours.other}.
            </p>
          </div>
        </div>
        <div className="legal">
          <span className="logo">
            <Mark />
            <span>{name}</span>
          </span>
          <span>
            © {today.slice(0, 4)} {name}. Free shipping in the US and Canada.
          </span>
          <PrivacyChoice />
        </div>
      </div>
    </footer>
  )
}

/** "Do not sell or share", and the choice in effect. */
function PrivacyChoice() {
  const [isChosen, setIsChosen] = useState(false)
  const [hasControl, setHasControl] = useState(false)
  useEffect(() => {
    setIsChosen(hasChosenDoNotSell())
    setHasControl(hasPrivacyControl())
  }, [])

  function toggle() {
    chooseDoNotSell(!isChosen)
    setIsChosen(!isChosen)
    // Third-party scripts can't be unloaded, so the page reloads.
    if (!isChosen && 'dataLayer' in window) window.location.reload()
  }

  return (
    <div className="privacy-choice">
      <button type="button" aria-pressed={isChosen} onClick={toggle}>
        Do not sell or share my personal information
      </button>
      <span role="status">
        {hasControl
          ? 'Your browser has Global Privacy Control on, and we honor it.'
          : isChosen
            ? 'You’re opted out. We don’t sell or share your information.'
            : 'We honor Global Privacy Control.'}
      </span>
    </div>
  )
}
