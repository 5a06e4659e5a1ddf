import { retention } from '../../domain/retention.ts'
import { hydrateOnInteraction } from '../shop/hydration.ts'
import { useShop } from '../shop/use-shop.ts'
import './policy-page.css'
import { MyDataForm } from './my-data-form.tsx'
import { PolicySection } from './policy-section.tsx'

export const handle = hydrateOnInteraction

/** Privacy policy (spec §2). */
export default function PrivacyPage() {
  const { supportEmail, analytics } = useShop()
  return (
    <div className="wrap page">
      <div className="narrow policy">
        <div className="policy-head">
          <h1>Privacy policy</h1>
          <p className="quiet">Last updated January 2025</p>
        </div>
        <PolicySection title="What we keep">
          <p>
            What you tell us to send you belts: name, email, address, size and styles; for a gift also the
            recipient’s name, email and address, and your message. Your orders and what was shipped.
          </p>
        </PolicySection>
        <PolicySection title="What we don’t keep">
          <p>
            Card numbers. Your card is handled by the payment provider; we learn only whether a payment
            succeeded. Your cart and your answers in the quiz stay in your browser until you proceed to
            payment. Only the buyer’s name and email leave it sooner: when the quiz is done, we ask that
            address whether it wants our newsletter.
          </p>
          <p>
            We count how many people reach each step of the quiz, and which link or site they came from. It’s
            a number for the day that doesn’t say who, and your browser never stores where you came from. With
            Global Privacy Control, or "Do not sell or share my personal information" at the bottom of every
            page, you’re never counted.
          </p>
        </PolicySection>
        <PolicySection title="How long we keep it">
          <ul>
            {Object.values(retention).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <p>
            Orders, payments, memberships and what we shipped stay in our books, because tax law asks for
            them. So do the notes of what our team changed, and when.
          </p>
          <p>
            If you share your strap as a page, the link and what you agreed to are kept until you stop
            sharing, hand your membership over, or delete your data.
          </p>
        </PolicySection>
        <PolicySection title="What we use it for">
          <p>
            To choose, ship and exchange your belts, to answer you, and to keep the books as the law asks. The
            newsletter goes only to those who are on its list, and one click ends it. We don’t sell any of it.
          </p>
        </PolicySection>
        <PolicySection title="Who else sees it">
          <p>
            The payment provider, the carrier who brings the box, and the service that sends our emails, each
            only what it needs.
          </p>
          {analytics && (
            <p>
              Google’s tag manager learns which pages are opened and what is bought, never names, addresses or
              emails. "Do not sell or share my personal information" at the bottom of every page stops that
              right away, and a browser that sends Global Privacy Control is never counted.
            </p>
          )}
        </PolicySection>
        <PolicySection title="Your choice">
          <p>
            You can ask for everything we have about you, and have it corrected or deleted. Orders stay in our
            books without your name. Ask here, whether you’ve ordered or not, or write to{' '}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
          <MyDataForm />
        </PolicySection>
      </div>
    </div>
  )
}
