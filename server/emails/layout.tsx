import type { ComponentProps, ReactNode } from 'react'
import { Body, Container, Head, Html, Img, Preview, Text } from 'react-email'
import type { products } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { openedBoxPicture } from '../../domain/opened-box.ts'
import { orderAnswer } from '../../domain/term-words.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { display, light, MailLink } from './parts.tsx'

const sans = "'Hanken Grotesk',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

const dark = {
  ground: '#1b1613',
  paper: '#25201b',
  ink: '#f2ece3',
  quiet: '#bfb5a8',
  hair: '#3d352d',
  accent: '#d99457',
  onAccent: '#1f1209',
}

/** For both color schemes and phones. Email apps that ignore it show the light scheme. */
const styleSheet = `body { background: ${light.ground} }
@media (prefers-color-scheme: dark) {
.bg { background: ${dark.ground} !important } .card { background: ${dark.paper} !important }
.ink, .ink a { color: ${dark.ink} !important } .quiet, .quiet a { color: ${dark.quiet} !important }
.hair { border-color: ${dark.hair} !important } .rule { border-color: ${dark.ink} !important }
.act { background: ${dark.accent} !important; color: ${dark.onAccent} !important }
}
@media (max-width: 480px) {
.pad { padding-left: 22px !important; padding-right: 22px !important } .h1 { font-size: 32px !important; line-height: 36px !important }
}`

/** The sender, the same in every email, and the shop's day on which it's written. */
export type Sender = {
  shopName: string
  supportEmail: string
  postalAddress: string
  publicUrl: string
  today: CalendarDate
}

export function senderOf(shop: Pick<Shop, 'config' | 'now'>): Sender {
  return { ...shop.config, today: shopDay(shop) }
}

/** A JPEG, 1200 × 630 pixels (server/http/pictures.ts); `night`: the same for the dark theme. */
export type MailPicture = { src: string; night?: string; alt: string }

type Pictured = Pick<typeof products.$inferSelect, 'id' | 'imageUrl' | 'imageAlt'>

/** A belt's picture for emails; nothing if the belt has none. */
export function pictureOf({ config }: Shop, belt: Pictured): { picture?: MailPicture } {
  if (!belt.imageUrl) return {}
  return { picture: { ...beltPictures(config.publicUrl, belt.id), alt: belt.imageAlt } }
}

/** A belt's two pictures. For a belt without one for the dark theme, both addresses answer with the same. */
export const beltPictures = (publicUrl: string, beltId: string) => ({
  src: `${publicUrl}/og/belts/${beltId}.jpg`,
  night: `${publicUrl}/og/belts/${beltId}-night.jpg`,
})

/** The belt in its opened box; nothing if it has no picture. */
export function boxPictureOf({ config }: Shop, belt: Pictured): { picture?: MailPicture } {
  if (!belt.imageUrl) return {}
  return { picture: { src: config.publicUrl + openedBoxPicture(belt.id), alt: boxAlt(belt.imageAlt) } }
}

export const boxAlt = (beltAlt: string) => `An opened box. On its tissue paper: ${beltAlt}`

/** A picture in the reader's theme. Email apps that don't know `<source>` show the light one. */
export function ThemedPicture({ night, ...image }: ComponentProps<typeof Img> & { night?: string }) {
  if (!night) return <Img {...image} />
  return (
    <picture>
      <source srcSet={night} media="(prefers-color-scheme: dark)" />
      <Img {...image} />
    </picture>
  )
}

type LayoutProps = {
  sender: Sender
  /** title in a browser tab and for screen readers; default: the preview */
  subject?: string
  /** the text that inboxes show next to the subject */
  preview: string
  /** why the reader gets it */
  reason: string
  /** for a gift's recipient: no link to the home page, which shows prices */
  isGift?: boolean
  /** to the shop itself: no line that says how to reach it */
  isToShop?: boolean
  /** pictures of the belts an email is about; most emails have none */
  pictures?: readonly MailPicture[]
  children: ReactNode
}

/** The layout of every email: one 600-pixel column with brand, pictures, content, sender and reason. */
export function Layout({
  sender,
  preview,
  subject = preview,
  reason,
  isGift,
  isToShop,
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
          {/* The background is on our own element: the library copies body styles to a cell without the class. */}
          {/* biome-ignore lint/a11y/useSemanticElements: email apps drop elements they don't know, but keep roles */}
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
                <Mark publicUrl={sender.publicUrl} />
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
              <Footer {...{ sender, reason, isToShop }} />
            </Container>
          </div>
        </main>
      </Body>
    </Html>
  )
}

/** The shop's mark on its leather tile, which suits both themes. It says nothing the name beside it doesn't. */
function Mark({ publicUrl }: { publicUrl: string }) {
  return (
    <Img
      src={`${publicUrl}/icon-192.png`}
      width="32"
      height="32"
      alt=""
      style={{ display: 'inline-block', verticalAlign: 'middle', marginRight: 12 }}
    />
  )
}

/** One picture is as wide as the content; several go side by side, as many as fit. */
function Pictures({ pictures }: { pictures: readonly MailPicture[] }) {
  const isOne = pictures.length === 1
  return (
    <div style={{ fontSize: 0 }}>
      {pictures.map(({ src, night, alt }) => (
        <ThemedPicture
          key={src}
          src={src}
          night={night}
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

type FooterProps = Pick<LayoutProps, 'sender' | 'reason' | 'isToShop'>

/** An email's plain text: its paragraphs, then what the footer says. */
export function plainMail({ sender, reason, isToShop }: FooterProps, paragraphs: string[]): string {
  const all = [
    ...paragraphs,
    ...(isToShop
      ? []
      : [
          `Something wrong? Reply to this email, or write to ${sender.supportEmail}. We answer order questions within ${orderAnswer}.`,
        ]),
    `${addressOf(sender)}. ${reason}`,
  ]
  // Plain-text email apps show a non-breaking space as a question mark.
  return `${all.join('\n\n').replaceAll('\u00a0', ' ')}\n`
}

const addressOf = ({ shopName, postalAddress }: Sender) =>
  [shopName, postalAddress].filter(Boolean).join(', ')

function Footer({ sender, reason, isToShop }: FooterProps) {
  const line = { margin: '0 0 6px', fontSize: 13, lineHeight: '20px', color: light.quiet }
  return (
    <div className="pad quiet" style={{ padding: '26px 44px 44px' }}>
      {!isToShop && (
        <Text className="quiet" style={line}>
          Something wrong? Reply to this email, or write to{' '}
          <MailLink href={`mailto:${sender.supportEmail}`}>{sender.supportEmail}</MailLink>. We answer order
          questions within {orderAnswer}.
        </Text>
      )}
      <Text className="quiet" style={line}>
        {addressOf(sender)}. {reason}
      </Text>
    </div>
  )
}
