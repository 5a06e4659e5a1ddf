import type { ReactNode } from 'react'
import { Body, Container, Head, Html, Img, Preview, Text } from 'react-email'
import { display, light, sans, styleSheet } from './palette.ts'
import { MailLink } from './parts.tsx'

/** Who writes: the same under every mail. */
export type Sender = { shopName: string; supportEmail: string; postalAddress: string; publicUrl: string }

/** A belt's JPEG, 1200 × 630 (server/http/share-pictures.ts). */
export type MailPicture = { src: string; alt: string }

type LayoutProps = {
  sender: Sender
  /** names the mail in a browser's tab and to a screen reader; without it the preview does */
  subject?: string
  /** what the list of mails shows beside the subject */
  preview: string
  /** why the reader gets it */
  reason: string
  /** what a gift's recipient reads: no link to the home page, which shows prices */
  isGift?: boolean
  /** of the belts that the mail is about; most mails are about none */
  pictures?: readonly MailPicture[]
  children: ReactNode
}

/** The shop's paper: one column of 600, brand, picture, sheet, and who writes and why. */
export function Layout({
  sender,
  preview,
  subject = preview,
  reason,
  isGift,
  pictures = [],
  children,
}: LayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </Head>
      <Preview useTitleTag={false}>{preview}</Preview>
      <Body className="bg" style={{ margin: 0, padding: 0, fontFamily: sans }}>
        <main>
          {/* The ground is on an element of ours: the library copies the body's styles to a cell without its class. */}
          {/* biome-ignore lint/a11y/useSemanticElements: mail programs drop elements that they do not know, not roles */}
          <div
            className="bg"
            role="article"
            aria-roledescription="email"
            aria-label={subject}
            style={{ background: light.ground, overflowWrap: 'anywhere' }}
          >
            <Container style={{ maxWidth: 600, margin: '0 auto' }}>
              <Text
                className="pad ink"
                style={{
                  margin: 0,
                  padding: '30px 44px 22px',
                  font: `20px/24px ${display}`,
                  color: light.ink,
                }}
              >
                {isGift ? (
                  sender.shopName
                ) : (
                  <a href={sender.publicUrl} style={{ color: light.ink, textDecoration: 'none' }}>
                    {sender.shopName}
                  </a>
                )}
              </Text>
              <div className="card" style={{ background: light.paper }}>
                {pictures.length > 0 && <Pictures pictures={pictures} />}
                <div className="pad" style={{ padding: '36px 44px 40px' }}>
                  {children}
                </div>
              </div>
              <Footer sender={sender} reason={reason} />
            </Container>
          </div>
        </main>
      </Body>
    </Html>
  )
}

/** One as wide as the sheet; several side by side, as many as there is room for. */
function Pictures({ pictures }: { pictures: readonly MailPicture[] }) {
  const isOne = pictures.length === 1
  return (
    <div style={{ fontSize: 0 }}>
      {pictures.map(({ src, alt }) => (
        <Img
          key={src}
          src={src}
          width={isOne ? '600' : '200'}
          alt={alt}
          style={{
            display: isOne ? 'block' : 'inline-block',
            width: isOne ? '100%' : '33.33%',
            height: 'auto',
            fontSize: 14,
          }}
        />
      ))}
    </div>
  )
}

function Footer({ sender, reason }: { sender: Sender; reason: string }) {
  const line = { margin: '0 0 6px', fontSize: 13, lineHeight: '20px', color: light.quiet }
  return (
    <div className="pad quiet" style={{ padding: '26px 44px 44px' }}>
      <Text className="quiet" style={line}>
        Something wrong? Reply to this email, or write to{' '}
        <MailLink href={`mailto:${sender.supportEmail}`}>{sender.supportEmail}</MailLink>. We answer order
        questions within 12 hours.
      </Text>
      <Text className="quiet" style={line}>
        {[sender.shopName, sender.postalAddress].filter(Boolean).join(', ')}. {reason}
      </Text>
    </div>
  )
}
