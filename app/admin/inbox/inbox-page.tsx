import { useState } from 'react'
import { contactCategories, contactCategoryNames } from '../../../domain/contact.ts'
import { sentenceOf, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { ListState, Pager, usePages } from '../ui/list-state.tsx'
import { SearchField } from '../ui/search-field.tsx'
import './inbox.css'

import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { MessageCard } from './message-card.tsx'

type Canned = AdminReply<'listCannedAnswers'>['answers'][number]

const changes = ['/api/admin/canned-answers']
const tell = (error: Error) =>
  showToast({ title: 'Error', description: sentenceOf(error, 'Nothing was changed.'), destructive: true })

/**
 * The answers that are given often: written once, begun with in every answer. Not shown before what stands above is
 * there, or a button would move away under the hand.
 */
function CannedAnswers({ isShown }: { isShown: boolean }) {
  const staff = useStaff()
  const answers = useAdmin('listCannedAnswers', {})
  const [editing, setEditing] = useState<Canned | 'new' | null>(null)
  const remove = useChange('deleteCannedAnswer', { changes, onError: tell })
  if (!isShown || answers.isPending || !staff.may('createCannedAnswer')) return null
  return (
    <section className="panel canned" aria-labelledby="canned-title">
      <h2 id="canned-title">Saved answers</h2>
      <ul>
        {answers.data?.answers.map((answer) => (
          <li key={answer.id}>
            <b>{answer.title}</b>
            <button className="text-btn" type="button" onClick={() => setEditing(answer)}>
              Edit<span className="sr"> {answer.title}</span>
            </button>
            <button
              className="text-btn"
              type="button"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ answerId: answer.id })}
            >
              Delete<span className="sr"> {answer.title}</span>
            </button>
          </li>
        ))}
      </ul>
      {editing === null ? (
        <button className="btn btn-2" type="button" onClick={() => setEditing('new')}>
          Write one
        </button>
      ) : (
        <CannedForm
          key={editing === 'new' ? 'new' : editing.id}
          known={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

function CannedForm({ known, onClose }: { known: Canned | null; onClose: () => void }) {
  const [title, setTitle] = useState(known?.title ?? '')
  const [text, setText] = useState(known?.text ?? '')
  const done = { changes, onSuccess: onClose, onError: tell }
  const create = useChange('createCannedAnswer', done)
  const edit = useChange('editCannedAnswer', done)
  const isBusy = create.isPending || edit.isPending
  return (
    <form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault()
        if (known) edit.mutate({ answerId: known.id, title, text })
        else create.mutate({ title, text })
      }}
    >
      <TextField label="Title" value={title} onChange={setTitle} maxLength={120} />
      <TextArea label="Answer" value={text} onChange={setText} rows={5} maxLength={4000} />
      <div className="message-do">
        <button
          className="btn btn-1"
          type="submit"
          disabled={isBusy || title.trim() === '' || text.trim() === ''}
        >
          Keep it
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}

const states = { open: 'Open', done: 'Done', all: 'All' }
type State = keyof typeof states
const nothing = {
  open: 'No one’s waiting for an answer.',
  done: 'Nothing’s been archived yet.',
  all: 'No messages yet.',
}

/** What people wrote: whoever waits longest stands first, with the hours that were promised (spec §9). */
export default function InboxPage() {
  const [state, setState] = useState<State>('open')
  const [category, setCategory] = useState('')
  const [search, setSearch] = useState('')
  const pages = usePages()
  const messages = useAdmin(
    'listMessages',
    {
      state,
      search,
      ...(category ? { category: category as (typeof contactCategories)[number] } : {}),
      ...(pages.cursor ? { cursor: pages.cursor } : {}),
    },
    { keeps: true },
  )
  const filtered = search !== '' || category !== ''
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Inbox</h1>
          <p className="quiet num" role="status">
            {messages.data ? `${messages.data.open} open, ${messages.data.late} past the promised hour` : ' '}
          </p>
        </div>
        <div className="adm-tools">
          <SearchField
            label="Search name, email, subject or order"
            placeholder="Name, email, subject or order"
            value={search}
            onChange={(value) => {
              setSearch(value)
              pages.first()
            }}
          />
          <label>
            <span className="sr">Category</span>
            <select
              className="input"
              value={category}
              onChange={(event) => {
                setCategory(event.target.value)
                pages.first()
              }}
            >
              <option value="">Every category</option>
              {contactCategories.map((each) => (
                <option key={each} value={each}>
                  {contactCategoryNames[each]}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="sr">State</span>
            <select
              className="input"
              value={state}
              onChange={(event) => {
                setState(event.target.value as State)
                pages.first()
              }}
            >
              {Object.entries(states).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      <ListState
        keeps
        query={messages}
        empty={(data) => (data.messages.length > 0 ? null : filtered ? 'No messages match.' : nothing[state])}
      >
        {(data) => (
          <ul className="messages">
            {data.messages.map((message) => (
              <li key={message.id}>
                <MessageCard message={message} />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <Pager
        pages={pages}
        nextCursor={messages.data?.nextCursor ?? null}
        words={state === 'open' ? ['Back', 'More'] : ['Newer', 'Older']}
      />
      <CannedAnswers isShown={!messages.isPending} />
    </>
  )
}
