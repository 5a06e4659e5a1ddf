import { useState } from 'react'
import type { MembershipView, TasteView } from '../../domain/account/account-view.ts'
import { showToast } from '../ui/toast-store.ts'
import { sizeWords, stylesWords } from './belts-words.ts'
import { TastePanel } from './taste-panel.tsx'

/** What is chosen for the wearer, and the form that changes it. */
export function TasteRow({ membership, taste }: { membership: MembershipView; taste: TasteView }) {
  const [isOpen, setOpen] = useState(false)
  const formId = `taste-row-${membership.id}`
  return (
    <div>
      <dt>Size and styles</dt>
      <dd>
        {sizeWords(taste.size).replace(/^size /, '')}, {stylesWords(taste.styles)}
      </dd>
      <dd>
        <button
          className="btn btn-3"
          type="button"
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Keep them' : 'Change'}
          <span className="sr"> size and styles</span>
        </button>
      </dd>
      {isOpen && (
        <dd className="account-row-form">
          <TastePanel
            id={formId}
            membership={membership}
            onDone={({ words }) => {
              setOpen(false)
              showToast({ title: 'Size and styles', description: words })
            }}
          />
        </dd>
      )}
    </div>
  )
}
