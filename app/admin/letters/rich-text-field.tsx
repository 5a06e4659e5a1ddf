import { EditorContent, type JSONContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useId, useState } from 'react'
import type { Inline, RichText } from '../../../domain/admin/letter-blocks.ts'

const extensions = [
  StarterKit.configure({
    ...{ heading: false, blockquote: false, code: false, codeBlock: false, horizontalRule: false },
    ...{ orderedList: false, strike: false, underline: false, dropcursor: false, gapcursor: false },
    trailingNode: false,
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https' },
  }),
]

type RichTextFieldProps = { label: string; doc: RichText; onChange: (doc: RichText) => void }

/** A rich text field with bold, italic, links and lists. Pasted text loses all other formatting. */
export function RichTextField({ label, doc, onChange }: RichTextFieldProps) {
  const id = useId()
  const editor = useEditor({
    extensions,
    content: doc as JSONContent,
    immediatelyRender: false,
    // The CSP forbids inline styles; they're in letters.css.
    injectCSS: false,
    editorProps: {
      attributes: { class: 'input rich', 'aria-labelledby': id, role: 'textbox', 'aria-multiline': 'true' },
    },
    onUpdate: ({ editor: now }) => onChange(richTextOf(now.getJSON())),
  })
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now?.isActive('bold') ?? false,
      italic: now?.isActive('italic') ?? false,
      list: now?.isActive('bulletList') ?? false,
      link: (now?.getAttributes('link').href as string | undefined) ?? null,
    }),
  })
  const [linking, setLinking] = useState<string | null>(null)
  const isLink = on?.link !== null && on?.link !== undefined

  function setLink() {
    const href = hrefOf(linking ?? '')
    if (!href) editor?.chain().focus().extendMarkRange('link').unsetLink().run()
    else editor?.chain().focus().extendMarkRange('link').setLink({ href }).run()
    setLinking(null)
  }

  return (
    <div className="field">
      <span className="label" id={id}>
        {label}
      </span>
      <div className="rich-tools" role="toolbar" aria-label={`Format: ${label}`}>
        <Tool word="Bold" isOn={on?.bold} onPress={() => editor?.chain().focus().toggleBold().run()} />
        <Tool word="Italic" isOn={on?.italic} onPress={() => editor?.chain().focus().toggleItalic().run()} />
        <Tool word="List" isOn={on?.list} onPress={() => editor?.chain().focus().toggleBulletList().run()} />
        <Tool
          word="Link"
          isOn={isLink}
          onPress={() => setLinking(linking === null ? (on?.link ?? '') : null)}
        />
      </div>
      {linking !== null && (
        <div className="adm-tools rich-link">
          <label>
            <span className="sr">Where the link leads</span>
            <input
              className="input"
              value={linking}
              placeholder="https://… or /belts"
              // biome-ignore lint/a11y/noAutofocus: it appears right after its button is pressed
              autoFocus
              onChange={(event) => setLinking(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault()
                  setLink()
                }
                if (event.key === 'Escape') setLinking(null)
              }}
            />
          </label>
          <button className="btn btn-2" type="button" onClick={setLink}>
            {linking.trim() === '' ? 'Remove link' : 'Set link'}
          </button>
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  )
}

function Tool({ word, isOn, onPress }: { word: string; isOn: boolean | undefined; onPress: () => void }) {
  return (
    <button
      className="text-btn"
      type="button"
      aria-pressed={isOn ?? false}
      // Keeps the focus in the text, or typing right after the click would be lost.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {word}
    </button>
  )
}

/** A typed link as a URL: "belts.example" is a site, "/belts" a page of the shop. */
function hrefOf(typed: string): string {
  const link = typed.trim()
  if (link === '' || /^(https?:\/\/|mailto:|\/)/.test(link)) return link
  return /^[^\s@]+@[^\s@]+$/.test(link) ? `mailto:${link}` : `https://${link}`
}

/** The editor's content as a letter stores it: nested lists are flattened. */
function richTextOf(json: JSONContent): RichText {
  return {
    type: 'doc',
    content: (json.content ?? []).flatMap((node): RichText['content'] => {
      if (node.type === 'bulletList') return [{ type: 'bulletList', content: itemsOf(node) }]
      return [paragraphOf(node)]
    }),
  }
}

type Mark = NonNullable<Extract<Inline, { type: 'text' }>['marks']>[number]
type Paragraph = { type: 'paragraph'; content?: Inline[] }

function itemsOf(list: JSONContent): { type: 'listItem'; content: Paragraph[] }[] {
  return (list.content ?? []).flatMap((item) => {
    const parts = item.content ?? []
    const own = parts.filter(({ type }) => type === 'paragraph').map(paragraphOf)
    const inner = parts.filter(({ type }) => type === 'bulletList').flatMap(itemsOf)
    return [{ type: 'listItem' as const, content: own }, ...inner]
  })
}

function paragraphOf({ content }: JSONContent): Paragraph {
  const parts = (content ?? []).flatMap((part): Inline[] => {
    if (part.type === 'hardBreak') return [{ type: 'hardBreak' }]
    if (part.type !== 'text' || !part.text) return []
    const marks = (part.marks ?? []).flatMap((mark): Mark[] => {
      if (mark.type === 'bold' || mark.type === 'italic') return [{ type: mark.type }]
      if (mark.type !== 'link') return []
      return [{ type: 'link', attrs: { href: hrefOf(String(mark.attrs?.href ?? '')) } }]
    })
    return [{ type: 'text', text: part.text, ...(marks.length > 0 ? { marks } : {}) }]
  })
  return parts.length > 0 ? { type: 'paragraph', content: parts } : { type: 'paragraph' }
}
