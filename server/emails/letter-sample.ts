import { plainDoc } from '../../domain/admin/letter-blocks.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Sender } from './layout.tsx'
import { renderLetter } from './letter.tsx'

/** A letter with every kind of block, for `npm run mails` and the golden tests. */
export async function sampleLetter(sender: Sender): Promise<MailContent> {
  const letter = renderLetter(sender, {
    slug: 'december-2026',
    subject: 'December’s belts are here',
    preview: 'Two belts, from The Ashbury to The Marlowe.',
    unsubscribe: `${sender.publicUrl}/newsletter/unsubscribe/c2FtcGxlLXRva2VuLW9mLXRoZS13YXktb3V0`,
    blocks: [
      { id: '1', type: 'heading', text: 'December’s belts are here' },
      {
        id: '2',
        type: 'text',
        doc: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'Two belts this month, ' },
                { type: 'text', text: 'both from one tannery', marks: [{ type: 'bold' }] },
                { type: 'text', text: '. Here’s ' },
                {
                  ...{ type: 'text', text: 'the whole drop' },
                  marks: [{ type: 'link', attrs: { href: '/drops/2026-12' } }],
                },
                { type: 'text', text: '.' },
              ],
            },
            {
              type: 'bulletList',
              content: ['Oiled twice', 'Stitched by hand'].map((words) => ({
                type: 'listItem',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
              })),
            },
          ],
        },
      },
      {
        ...{ id: '3', type: 'belt', beltId: 'ashbury', slug: 'the-ashbury', name: 'The Ashbury' },
        words: 'Bridle leather in chestnut, with a plain brass buckle.',
        ...{ imageUrl: '/pictures/ashbury-840.webp', imageAlt: 'A coiled chestnut belt' },
      },
      {
        id: '4',
        type: 'picture',
        src: '/pictures/ashbury-840.webp',
        alt: 'The bench where it’s cut',
        href: '',
      },
      { id: '5', type: 'heading', text: 'What members say' },
      { id: '6', type: 'scores', rows: [{ word: 'Fits right', fact: '94% of 120 answers' }] },
      { id: '7', type: 'text', doc: plainDoc('See you in January.') },
      { id: '8', type: 'button', words: 'See December’s belts', href: '/drops/2026-12' },
    ],
  })
  return { to: 'maya@example.com', ...letter }
}
