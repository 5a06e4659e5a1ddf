import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Inline, LetterBlock, RichText } from '../../domain/admin/letter-blocks.ts'
import '../belts/belt-links.css'
import '../belts/belt-shot.css'
import { Picture } from '../ui/picture.tsx'
import './letter-page.css'

type BlockProps = {
  block: LetterBlock
  /** a heading that is the page's title */
  isTitle?: boolean
  /** a belt's picture, if the page has a better one than the letter; by default the letter's */
  shotOf?: (beltId: string) => ReactNode
}

/** One block of a letter, on the letter's page and in the story of its drop. */
export function Block({ block, isTitle = false, shotOf = () => null }: BlockProps) {
  switch (block.type) {
    case 'heading':
      return isTitle ? <h1>{block.text}</h1> : <h2>{block.text}</h2>
    case 'text':
      return <Words doc={block.doc} />
    case 'belt':
      return (
        <section className="letter-belt">
          {block.imageUrl && (
            <Link to={`/belts/${block.slug}`} className="belt-shot daylit" tabIndex={-1} aria-hidden="true">
              {shotOf(block.beltId) ?? (
                <Picture
                  src={block.imageUrl}
                  alt=""
                  width={1200}
                  height={1200}
                  sizes="(min-width: 40rem) 14rem, 90vw"
                />
              )}
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
      const { src, alt, href, isWide } = block
      const size = isWide ? { width: 1200, height: 264, sizes: '100vw' } : { width: 1200, height: 800 }
      const picture = <Picture src={src} alt={alt} sizes="(min-width: 48rem) 44rem, 92vw" {...size} />
      return (
        <p className={isWide ? 'letter-picture is-wide daylit' : 'letter-picture daylit'}>
          {href ? <Way to={href}>{picture}</Way> : picture}
        </p>
      )
    }
    case 'row':
      return (
        <div className="letter-row">
          {block.pictures.map(
            ({ src, alt, caption }) =>
              src && (
                <figure key={src} className="daylit">
                  <Picture
                    src={src}
                    alt={alt}
                    width={1200}
                    height={1200}
                    sizes="(min-width: 48rem) 26rem, 92vw"
                  />
                  <figcaption className="small quiet">{caption}</figcaption>
                </figure>
              ),
          )}
        </div>
      )
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
