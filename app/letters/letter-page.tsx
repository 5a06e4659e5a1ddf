import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import type { Inline, LetterBlock, RichText } from '../../domain/admin/letter-blocks.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import { NotFound } from '../layout/not-found-page.tsx'
import { pageOf } from '../shop/context.ts'
import { Picture } from '../ui/picture.tsx'
import type { Route } from './+types/letter-page'
import './letter-page.css'

export async function loader({ context, params }: Route.LoaderArgs) {
  const letter = await pageOf(context).letter(params.slug)
  return data(letter, { status: letter ? 200 : 404 })
}

/** A letter as it was sent. */
export default function LetterPage({ loaderData: letter }: Route.ComponentProps) {
  if (!letter) return <NotFound />
  const [first] = letter.blocks
  return (
    <article className="wrap page letter-sheet">
      <p className="quiet">
        <Link to="/letters">Letters</Link>,{' '}
        <time dateTime={letter.publishedOn} className="num">
          {formatDate(letter.publishedOn)}
        </time>
      </p>
      {first?.type !== 'heading' && <h1>{letter.subject}</h1>}
      {letter.blocks.map((block, index) => (
        <Block key={block.id} block={block} isFirst={index === 0} />
      ))}
    </article>
  )
}

function Block({ block, isFirst }: { block: LetterBlock; isFirst: boolean }) {
  switch (block.type) {
    case 'heading':
      return isFirst ? <h1>{block.text}</h1> : <h2>{block.text}</h2>
    case 'text':
      return <Words doc={block.doc} />
    case 'belt':
      return (
        <section className="letter-belt">
          {block.imageUrl && (
            <Link to={`/belts/${block.slug}`} className="belt-shot" tabIndex={-1} aria-hidden="true">
              <Picture
                src={block.imageUrl}
                alt=""
                width={1200}
                height={1200}
                sizes="(min-width: 40rem) 14rem, 90vw"
              />
            </Link>
          )}
          <div>
            <h2>
              <Link to={`/belts/${block.slug}`}>{block.name}</Link>
            </h2>
            <p>{block.words}</p>
          </div>
        </section>
      )
    case 'picture': {
      const picture = <Picture src={block.src} alt={block.alt} width={1200} height={800} sizes="38rem" />
      return <p className="letter-picture">{block.href ? <Way to={block.href}>{picture}</Way> : picture}</p>
    }
    case 'button':
      return (
        <p>
          <Way to={block.href} className="btn btn-1">
            {block.words}
          </Way>
        </p>
      )
    case 'scores':
      return (
        <dl className="letter-scores">
          {block.rows.map(({ word, fact }) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd className="num">{fact}</dd>
            </div>
          ))}
        </dl>
      )
  }
}

function Words({ doc }: { doc: RichText }) {
  return doc.content.map((part, index) =>
    part.type === 'paragraph' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a letter does not change
      <p key={index}>
        <Inlines parts={part.content ?? []} />
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a letter does not change
      <ul key={index}>
        {part.content.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter does not change
          <li key={place}>
            {item.content.map((line, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a letter does not change
              <Inlines key={row} parts={line.content ?? []} />
            ))}
          </li>
        ))}
      </ul>
    ),
  )
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a letter does not change
    if (part.type === 'hardBreak') return <br key={index} />
    let words: ReactNode = part.text
    for (const mark of part.marks ?? []) {
      if (mark.type === 'bold') words = <strong>{words}</strong>
      else if (mark.type === 'italic') words = <em>{words}</em>
      else words = <Way to={mark.attrs.href}>{words}</Way>
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: a letter does not change
    return <span key={index}>{words}</span>
  })
}

/** A link in a letter, within the shop or to another site. */
function Way({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <a href={to} className={className} rel={to.startsWith('/') ? undefined : 'noopener'}>
      {children}
    </a>
  )
}
