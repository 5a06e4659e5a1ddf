import { describe, expect, it } from 'vitest'
import { openAdmin } from '../../../test/open-admin.tsx'
import { RichTextField } from './rich-text-field.tsx'

const text = (words: string, marks?: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words, ...(marks && { marks }) }],
})
const list = (...content: object[]) => ({ type: 'bulletList', content })
const item = (...content: object[]) => ({ type: 'listItem', content })
const linked = (href: string) => text('Our belts', [{ type: 'link', attrs: { href } }])

/** A text block with a link at its start; `docs` are what a letter would store. */
async function openText(...rest: object[]) {
  const docs: { content: object[] }[] = []
  const doc = { type: 'doc', content: [linked('/belts'), ...rest] }
  const field = <RichTextField label="Text" doc={doc as never} onChange={(next) => docs.push(next)} />
  const page = await openAdmin(field)
  const link = async (typed: string) => {
    await page.press('Link')
    await page.fill('Where the link leads', typed)
    await page.press(typed ? 'Set link' : 'Remove link')
    return docs.at(-1)!.content
  }
  return { link }
}

describe('the text of a letter', () => {
  it('leads where the owner meant, however the link is typed', async () => {
    const { link } = await openText()
    expect(await link('belts.example')).toEqual([linked('https://belts.example')])
    expect(await link(' ana@belts.example ')).toEqual([linked('mailto:ana@belts.example')])
    expect(await link('/drops')).toEqual([linked('/drops')])
    expect(await link('')).toEqual([text('Our belts')])
  })

  it('keeps every point of a list in a list, in order', async () => {
    const points = list(item(text('Dress'), list(item(text('Black')))), item(text('Casual')))
    const { link } = await openText(points)
    const flat = list(...['Dress', 'Black', 'Casual'].map((words) => item(text(words))))
    expect(await link('/drops')).toEqual([linked('/drops'), flat])
  })

  it('keeps line breaks, bold and italic', async () => {
    const [{ content: hello }, { content: ana }] = [
      text('Hello,', [{ type: 'bold' }]),
      text('Ana', [{ type: 'italic' }]),
    ]
    const lines = { type: 'paragraph', content: [...hello, { type: 'hardBreak' }, ...ana] }
    const { link } = await openText(lines)
    expect(await link('/drops')).toEqual([linked('/drops'), lines])
  })
})
