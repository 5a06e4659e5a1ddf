import { Link } from 'react-router'
import { otherAnswer } from '../../domain/term-words.ts'
import { useShop } from '../shop/use-shop.ts'
import './policy-page.css'
import { hydrateOnInteraction } from '../shop/hydration.ts'
import { PolicySection } from './policy-section.tsx'

export const handle = hydrateOnInteraction

/** The accessibility statement: what works, how we check it, and where we fall short. */
export default function AccessibilityPage() {
  const { supportEmail, stripe } = useShop()
  return (
    <div className="wrap page">
      <div className="narrow policy">
        <div className="policy-head">
          <h1>Accessibility</h1>
          <p className="quiet">Last checked November 2026</p>
        </div>
        <PolicySection title="Our standard">
          <p>
            Everyone should be able to choose, give and return a belt here. We build every page to the Web
            Content Accessibility Guidelines 2.2, level AA, in the light and the dark theme.
          </p>
          <ul>
            <li>Everything works with a keyboard alone, and you can see where you are.</li>
            <li>You can zoom to 400% without scrolling sideways.</li>
            <li>Pictures, fields, errors and progress all make sense in a screen reader.</li>
            <li>Nothing moves if your system asks for less motion, and its high contrast colors are kept.</li>
            <li>Nothing you answered in the quiz is lost when you go back.</li>
          </ul>
        </PolicySection>
        <PolicySection title="How we check it">
          <p>
            We check ourselves, before each change goes live. A program looks at every page, dialog and error
            in both themes on a phone and on a desktop, at 200% and 400%, with wider text spacing, and
            measures the targets. Others buy a belt and send a gift using only a keyboard, from the first link
            to the order number, and go from the home page to payment with less motion and with your system’s
            colors. People look at the pages too.
          </p>
        </PolicySection>
        <PolicySection title="What still needs work">
          <ul>
            <li>
              No one who uses a screen reader every day has tested the shop for us yet, and neither has an
              outside auditor. If you notice something, you are very likely the first to tell us.
            </li>
            {stripe && (
              <li>
                The card fields, the wallets and the address suggestions come from our payment provider. We
                choose their size and colors, but not how they speak. You can always type the address by hand.
              </li>
            )}
            <li>
              People choose belts by eye. We describe each picture, but words don’t tell you everything about
              a leather. Write to us and we’ll describe any belt for you.
            </li>
            <li>Our pages and emails are in English only.</li>
          </ul>
        </PolicySection>
        <PolicySection title="Tell us">
          <p>
            If something stands in your way, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or{' '}
            <Link to="/contact">send us a message</Link>, and say which page it was and what you use. We
            answer within {otherAnswer}. Until it’s fixed, we’ll take your order, change or return by email.
          </p>
        </PolicySection>
      </div>
    </div>
  )
}
