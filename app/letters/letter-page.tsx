import { data, Link } from 'react-router'
import { formatDate } from '../../domain/calendar-date.ts'
import { NotFound } from '../layout/not-found-page.tsx'
import { pageOf } from '../shop/context.ts'
import type { Route } from './+types/letter-page'
import { Block } from './letter-blocks.tsx'
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
        <Block key={block.id} block={block} isTitle={index === 0} />
      ))}
    </article>
  )
}
