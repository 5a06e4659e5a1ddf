import { expect, it } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import LetterPage from './letter-page.tsx'
import LettersPage from './letters-page.tsx'

const letter = (blocks: object[]) => ({
  ...{
    slug: 'december',
    month: '2026-12',
    subject: 'December',
    preview: 'New belts',
    publishedOn: '2026-11-05',
  },
  blocks: blocks.map((block, index) => ({ id: String(index), ...block })),
})
const open = (loaderData: object | null) =>
  renderPage(<LetterPage {...({ loaderData } as unknown as Parameters<typeof LetterPage>[0])} />)

it('every sent letter is listed with its month, day and link', () => {
  const list = (letters: object[]) =>
    renderPage(
      <LettersPage {...({ loaderData: { letters } } as unknown as Parameters<typeof LettersPage>[0])} />,
    )
  const { html, words } = list([letter([]), { ...letter([]), slug: 'november', preview: '' }])
  expect(words).toMatch(/December December 2026\. New belts Nov(ember)? 5, 2026/)
  expect(html).toContain('href="/letters/december"')
  expect(html).toContain('href="/letters/november"')
  expect(html).toContain('dateTime="2026-11-05"')
  expect(html).toContain('href="/letters/rss.xml"')
  expect(words).not.toContain('hasn’t gone out')
  // A shop that hasn't written yet says when it will, and takes an address.
  const none = list([])
  expect(none.words).toMatch(
    /The first one hasn’t gone out yet\. It goes out with \w+’s belts, which ship by/,
  )
  expect(none.words).toContain('Get our monthly letter')
  expect(none.html).toContain('action="/newsletter/subscribe"')
})

it('a letter is shown as sent, under one main heading', () => {
  const text = (...content: object[]) => ({ type: 'text', doc: { type: 'doc', content } })
  const link = { type: 'link', attrs: { href: 'https://other.example/' } }
  const words = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'Soft', marks: [{ type: 'bold' }, link] }],
  }
  const points = { type: 'bulletList', content: [{ type: 'listItem', content: [words] }] }
  const { html } = open(
    letter([
      { type: 'heading', text: 'It’s here' },
      text(words, points),
      {
        type: 'belt',
        slug: 'the-ashbury',
        name: 'The Ashbury',
        words: 'Plain calf.',
        imageUrl: '/pictures/a-840.webp',
      },
      { type: 'picture', src: '/pictures/b-840.webp', alt: 'The tannery', href: '/belts' },
      { type: 'button', words: 'See them', href: '/drops/2026-12' },
      { type: 'heading', text: 'And more' },
      { type: 'scores', rows: [{ word: 'Fits right', fact: '94%' }] },
    ]),
  )
  expect(html).toContain('<h1>It’s here</h1>')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).toContain('<h2>And more</h2>')
  expect(html).toMatch(
    /<p><span><a href="https:\/\/other\.example\/" rel="noopener"><strong>Soft<\/strong><\/a><\/span><\/p><ul><li>/,
  )
  expect(html).toMatch(/<h2><a href="\/belts\/the-ashbury"[^>]*>The Ashbury<\/a><\/h2><p>Plain calf\.<\/p>/)
  expect(html).toMatch(/<a href="\/belts"><picture|<a href="\/belts"><img|<a href="\/belts">/)
  expect(html).toContain('alt="The tannery"')
  expect(html).toContain('<a href="/drops/2026-12" class="btn btn-1">See them</a>')
  expect(html).toMatch(/<dt>Fits right<\/dt><dd class="num">94%<\/dd>/)
  expect(open(letter([text(words)])).html).toContain('<h1>December</h1>')
  expect(open(null).words).toContain('Page Not Found')
})
