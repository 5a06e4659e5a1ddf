import { Link } from 'react-router'
import { NewsletterSignup } from '../newsletter/newsletter-signup.tsx'
import { Mark } from '../ui/mark.tsx'
import './footer.css'
import { PrivacyChoice } from './privacy-choice.tsx'
import { SectionLink } from './section-link.tsx'
import { useShop } from './use-shop.ts'

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

/** Walnut in both themes: newsletter, links, support. */
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
                {/* A document of its own, where no script of others that this page may have loaded comes along. */}
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
              Order questions answered within 12&nbsp;hours, everything else within&nbsp;24.
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
