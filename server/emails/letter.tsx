import { eq } from 'drizzle-orm'
import type { ReactNode } from 'react'
import { Heading } from 'react-email'
import { letterReaders, letters, newsletterSubscribers } from '../../db/schema.ts'
import type { Inline, LetterBlock, RichText } from '../../domain/admin/letter-blocks.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { standsStill } from '../letters/reader-outcomes.ts'
import { newsletterLinks } from '../newsletter/subscribe.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { beltPictures, Layout, plainMail, type Sender, senderOf, ThemedPicture } from './layout.tsx'
import { display, light, MailButton, Words } from './parts.tsx'
import { queuedMail, readerIsGone } from './queued-mail.ts'
import { render } from './render.ts'

/** A letter's content, and its reader's own unsubscribe link. */
export type LetterView = {
  slug: string
  subject: string
  preview: string
  blocks: readonly LetterBlock[]
  unsubscribe: string
}

const reason = 'You’re getting this letter because you asked for it: one a month, with the drop.'

/** Renders the letter as an email, for readers, the admin's preview and tests alike. */
export function renderLetter(
  sender: Sender,
  view: LetterView,
): Pick<MailContent, 'subject' | 'html' | 'text'> {
  return {
    subject: view.subject,
    html: render(<LetterMail sender={sender} view={view} />),
    text: plainText(sender, view),
  }
}

function LetterMail({ sender, view }: { sender: Sender; view: LetterView }) {
  const { subject, preview, blocks, slug, unsubscribe } = view
  const page = `${sender.publicUrl}/letters/${slug}`
  return (
    <Layout sender={sender} subject={subject} preview={preview || subject} reason={reason}>
      {blocks.map((block, index) => (
        <Block key={block.id} block={block} isFirst={index === 0} publicUrl={sender.publicUrl} />
      ))}
      <Words isQuiet style={{ margin: '26px 0 0', fontSize: 14, lineHeight: '22px' }}>
        <InkLink href={page}>Read it in your browser</InkLink>
        {' · '}
        <InkLink href={unsubscribe}>Unsubscribe</InkLink>
      </Words>
    </Layout>
  )
}

/** A link inside text, in the text's color in both color schemes. */
function InkLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} style={{ color: 'inherit', textDecoration: 'underline' }}>
      {children}
    </a>
  )
}

function Block({ block, isFirst, publicUrl }: { block: LetterBlock; isFirst: boolean; publicUrl: string }) {
  const to = (href: string) => absolute(publicUrl, href)
  switch (block.type) {
    case 'heading':
      return <Head isFirst={isFirst}>{block.text}</Head>
    case 'text':
      return <RichWords doc={block.doc} to={to} />
    case 'belt':
      return (
        <div style={{ margin: '18px 0 30px' }}>
          {block.imageUrl && (
            <a href={to(`/belts/${block.slug}`)}>
              <Picture {...beltPictures(publicUrl, block.beltId)} alt={block.imageAlt} />
            </a>
          )}
          <Heading
            as="h2"
            className="ink"
            style={{ margin: '14px 0 4px', font: `500 24px/28px ${display}`, color: light.ink }}
          >
            <a href={to(`/belts/${block.slug}`)} style={{ color: 'inherit', textDecoration: 'none' }}>
              {block.name}
            </a>
          </Heading>
          <Words isQuiet>{block.words}</Words>
          <Words>
            <InkLink href={to(`/belts/${block.slug}`)}>See {block.name}</InkLink>
          </Words>
        </div>
      )
    case 'picture': {
      const shown = block.src && <Picture src={publicUrl + jpegOf(block.src)} alt={block.alt} />
      return (
        <div style={{ margin: '18px 0 22px' }}>
          {block.href ? <a href={to(block.href)}>{shown}</a> : shown}
        </div>
      )
    }
    case 'row':
      return <Row pictures={block.pictures} publicUrl={publicUrl} />
    case 'button':
      return <MailButton href={to(block.href)}>{block.words}</MailButton>
    case 'scores':
      return (
        <div style={{ margin: '10px 0 22px' }}>
          {block.rows.map(({ word, fact }) => (
            <div
              key={word}
              className="hair ink"
              style={{
                ...{ borderTop: `1px solid ${light.hair}`, padding: '10px 0' },
                ...{ fontSize: 16, lineHeight: '24px', color: light.ink },
              }}
            >
              <strong style={{ fontWeight: 600 }}>{word}</strong>
              <span className="quiet" style={{ color: light.quiet }}>
                {' '}
                {fact}
              </span>
            </div>
          ))}
        </div>
      )
  }
}

type RowProps = { pictures: Extract<LetterBlock, { type: 'row' }>['pictures']; publicUrl: string }

/** Side by side where there's room for three, on a phone below one another. */
function Row({ pictures, publicUrl }: RowProps) {
  return (
    <div style={{ margin: '18px 0 22px', fontSize: 0 }}>
      {pictures.map(
        ({ src, alt, caption }) =>
          src && (
            <div
              key={src}
              style={{
                ...{ display: 'inline-block', width: '100%', maxWidth: 164, margin: '0 6px 12px 0' },
                verticalAlign: 'top',
              }}
            >
              <Picture src={publicUrl + jpegOf(src)} alt={alt} />
              <Words isQuiet style={{ margin: '6px 0 0', fontSize: 14, lineHeight: '20px' }}>
                {caption}
              </Words>
            </div>
          ),
      )}
    </div>
  )
}

function Head({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  return (
    <Heading
      as={isFirst ? 'h1' : 'h2'}
      className={isFirst ? 'h1 ink' : 'ink'}
      style={{
        margin: isFirst ? '0 0 12px' : '30px 0 10px',
        font: `500 ${isFirst ? '38px/42px' : '28px/33px'} ${display}`,
        ...{ letterSpacing: '-.3px', textWrap: 'balance', color: light.ink },
      }}
    >
      {children}
    </Heading>
  )
}

function Picture({ src, night, alt }: { src: string; night?: string; alt: string }) {
  return (
    <ThemedPicture
      src={src}
      night={night}
      width="512"
      alt={alt}
      style={{ display: 'block', width: '100%', height: 'auto', fontSize: 14 }}
    />
  )
}

/** The same picture in a format that email apps know (server/http/pictures.ts). */
const jpegOf = (src: string) => `/og${src.replace(/-840\.webp$/, '.jpg')}`

const absolute = (publicUrl: string, href: string) => (href.startsWith('/') ? publicUrl + href : href)

function RichWords({ doc, to }: { doc: RichText; to: (href: string) => string }) {
  return doc.content.map((part, index) =>
    part.type === 'paragraph' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
      <Words key={index} isQuiet style={{ margin: '0 0 14px' }}>
        <Inlines parts={part.content ?? []} to={to} />
      </Words>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
      <List key={index} items={part.content} to={to} />
    ),
  )
}

type Items = Extract<RichText['content'][number], { type: 'bulletList' }>['content']

function List({ items, to }: { items: Items; to: (href: string) => string }) {
  return (
    <ul className="quiet" style={{ margin: '0 0 14px', padding: '0 0 0 22px', color: light.quiet }}>
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
        <li key={place} style={{ fontSize: 16, lineHeight: '25px', margin: '0 0 4px' }}>
          {item.content.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
            <Inlines key={row} parts={line.content ?? []} to={to} />
          ))}
        </li>
      ))}
    </ul>
  )
}

function Inlines({ parts, to }: { parts: readonly Inline[]; to: (href: string) => string }) {
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
    if (part.type === 'hardBreak') return <br key={index} />
    let words: ReactNode = part.text
    for (const mark of part.marks ?? []) {
      if (mark.type === 'bold') words = <strong>{words}</strong>
      else if (mark.type === 'italic') words = <em>{words}</em>
      else words = <InkLink href={to(mark.attrs.href)}>{words}</InkLink>
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
    return <span key={index}>{words}</span>
  })
}

function plainText(sender: Sender, { slug, blocks, unsubscribe }: LetterView): string {
  const to = (href: string) => absolute(sender.publicUrl, href)
  return plainMail({ sender, reason }, [
    ...blocks.map((block) => plainBlock(block, to)).filter(Boolean),
    `Read it in your browser: ${sender.publicUrl}/letters/${slug}`,
    `Unsubscribe: ${unsubscribe}`,
  ])
}

function plainBlock(block: LetterBlock, to: (href: string) => string): string {
  switch (block.type) {
    case 'heading':
      return block.text
    case 'text':
      return plainDocument(block.doc, to)
    case 'belt':
      return `${block.name}\n${block.words}\n${to(`/belts/${block.slug}`)}`
    case 'picture':
      return block.href ? `${block.alt}: ${to(block.href)}` : ''
    case 'row':
      return block.pictures
        .map(({ caption }) => caption)
        .filter(Boolean)
        .join('\n')
    case 'button':
      return `${block.words}: ${to(block.href)}`
    case 'scores':
      return block.rows.map(({ word, fact }) => `${word}: ${fact}`).join('\n')
  }
}

function plainDocument(doc: RichText, to: (href: string) => string): string {
  const line = (parts: readonly Inline[] = []) =>
    parts
      .map((part) => {
        if (part.type === 'hardBreak') return '\n'
        const link = part.marks?.find((mark) => mark.type === 'link')
        return link ? `${part.text} (${to(link.attrs.href)})` : part.text
      })
      .join('')
  return doc.content
    .map((part) =>
      part.type === 'paragraph'
        ? line(part.content)
        : part.content
            .map((item) => `- ${item.content.map((each) => line(each.content)).join(' ')}`)
            .join('\n'),
    )
    .filter(Boolean)
    .join('\n\n')
}

/** Placeholder for each reader's own link, so that a letter is rendered only once. */
const anyLink = 'https://unsubscribe.invalid/'
const written = new WeakMap<
  Shop['db'],
  { key: string; mail: Pick<MailContent, 'subject' | 'html' | 'text'> }
>()

/**
 * Writes the letter email for one reader. Dropped if they have unsubscribed meanwhile, or the letter is stopped.
 * @param readerId the outbox row's subject id
 */
export async function letterToReader(shop: Shop, readerId: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({
      ...{
        email: letterReaders.email,
        readerState: letterReaders.state,
        state: letters.state,
        id: letters.id,
      },
      ...{
        version: letters.version,
        status: newsletterSubscribers.status,
        token: newsletterSubscribers.token,
      },
      confirmedAt: newsletterSubscribers.confirmedAt,
    })
    .from(letterReaders)
    .innerJoin(letters, eq(letterReaders.letterId, letters.id))
    .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.email, letterReaders.email))
    .where(eq(letterReaders.id, readerId))
  if (!row) return readerIsGone
  if (row.readerState === 'bounced') return { droppedBecause: 'it came back' }
  if (row.state === 'stopped') return { droppedBecause: standsStill }
  if (row.state === 'ended') return { droppedBecause: 'the letter was given up' }
  if (row.status !== 'active' || !row.confirmedAt || !row.token)
    return { droppedBecause: 'unsubscribed since' }
  const { unsubscribe, headers } = newsletterLinks(shop.config.publicUrl, row.token)
  const mail = await writtenOnce(shop, row)
  const own = (body: string) => body.replaceAll(anyLink, unsubscribe)
  const { hostname } = new URL(shop.config.publicUrl)
  return {
    ...{ to: row.email, subject: mail.subject, html: own(mail.html), text: own(mail.text) },
    headers: { ...headers, 'List-ID': `<letter.${hostname}>`, Precedence: 'bulk' },
  }
}

async function writtenOnce(shop: Shop, { id, version }: { id: string; version: number }) {
  const { shopName, supportEmail, postalAddress } = shop.config
  const key = [id, version, shopName, supportEmail, postalAddress].join('\n')
  const known = written.get(shop.db)
  if (known?.key === key) return known.mail
  const [letter] = await shop.db.select().from(letters).where(eq(letters.id, id))
  const mail = renderLetter(senderOf(shop), { ...letter!, unsubscribe: anyLink })
  written.set(shop.db, { key, mail })
  return mail
}

/**
 * Writes the test of a letter, as it is now, to the address in the payload. @param subjectId "letter:second of the click"
 */
export async function letterTest(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const asked = await queuedMail(shop, 'letter-test', subjectId)
  const [letter] = await shop.db
    .select()
    .from(letters)
    .where(eq(letters.id, subjectOf('letter-test', subjectId).letterId))
  if (!letter || !asked) return readerIsGone
  // A test has no reader to unsubscribe.
  const unsubscribe = `${shop.config.publicUrl}/newsletter/unsubscribe/test`
  const mail = renderLetter(senderOf(shop), { ...letter, unsubscribe })
  return { ...mail, to: asked.email, subject: `[Test] ${mail.subject || 'Letter'}` }
}
