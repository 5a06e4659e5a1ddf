import { useState } from 'react'
import { contactCategories, contactCategoryNames } from '../../../domain/contact.ts'
import { ListState } from '../list-state.tsx'
import { Pager, usePages } from '../pager.tsx'
import { SearchField } from '../search-field.tsx'
import { useAdmin } from '../use-admin.ts'
import { CannedAnswers } from './canned-answers.tsx'
import './inbox.css'
import { MessageCard } from './message-card.tsx'

const states = { open: 'Open', done: 'Done', all: 'All' }
type State = keyof typeof states
const nothing = {
  open: 'Nobody waits for an answer.',
  done: 'Nothing has been put away yet.',
  all: 'Nobody has written yet.',
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
        empty={(data) =>
          data.messages.length > 0 ? null : filtered ? 'No message fits the search.' : nothing[state]
        }
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
