import { useEffect, useState } from 'react'
import { contactCategories, contactCategoryNames } from '../../../domain/contact.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { FilterSelect, SearchField } from '../ui/fields.tsx'
import { ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { CannedAnswers } from './canned-answers.tsx'
import { nothing, type State, states } from './inbox-labels.ts'
import { useThreadChange, type Writing } from './thread-actions.tsx'
import { ThreadList } from './thread-list.tsx'
import { ThreadView } from './thread-view.tsx'
import { inboxKeys, useInboxKeys } from './use-inbox-keys.ts'
import './inbox.css'

/** How often, in milliseconds, the open conversation is refreshed: someone else may answer it. */
const lookAgain = () => 5_000

/** Messages as conversations, longest waiting first, with their response deadline (spec §9). */
export default function InboxPage() {
  const staff = useStaff()
  const [search, setSearch] = useSearch()
  const state = (search.get('state') ?? 'open') as State
  const category = search.get('category') ?? ''
  const words = search.get('search') ?? ''
  const open = search.get('thread')
  const pages = usePages()
  const [writing, setWriting] = useState<Writing>(null)
  const messages = useAdmin(
    'listMessages',
    {
      state: state in states ? state : 'open',
      search: words,
      ...(category ? { category: category as (typeof contactCategories)[number] } : {}),
      ...(pages.cursor ? { cursor: pages.cursor } : {}),
    },
    { keeps: true },
  )
  const thread = useAdmin('getMessage', { messageId: open ?? '' }, { enabled: open !== null, lookAgain })
  const change = useThreadChange()
  const narrow = (part: string, value: string) => {
    setSearch(part, value)
    pages.first()
  }
  const list = messages.data?.messages ?? []
  const at = list.findIndex(({ id }) => id === open)
  const show = (id: string | undefined) => {
    if (!id) return
    setSearch('thread', id)
    document.querySelector<HTMLElement>(`[data-thread="${id}"]`)?.focus()
  }
  // A new conversation starts without an open form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` is the conversation's id
  useEffect(() => setWriting(null), [open])
  const on = (act: (known: NonNullable<typeof thread.data>) => void) => () => {
    if (thread.data && staff.may('changeMessage')) act(thread.data)
  }
  useInboxKeys({
    j: () => show(list[at + 1]?.id),
    k: () => show(list[Math.max(at - 1, 0)]?.id),
    r: on(({ email }) => email && setWriting('answer')),
    n: on(() => setWriting('note')),
    e: on(change.setDone),
    z: on((known) => change.snooze(known, 1)),
    '!': on(change.setSpam),
  })
  const filtered = words !== '' || category !== ''
  return (
    <>
      <ScreenHead
        title="Inbox"
        status={
          messages.data ? `${messages.data.open} open, ${messages.data.late} past the promised hour` : null
        }
      >
        <div className="adm-tools">
          <SearchField
            label="Search name, email, subject or order"
            placeholder="Name, email, subject or order"
            value={words}
            onChange={(value) => narrow('search', value)}
          />
          <FilterSelect
            label="Category"
            every="Every category"
            value={category}
            options={contactCategories.map((each) => [each, contactCategoryNames[each]])}
            onChange={(value) => narrow('category', value)}
          />
          <FilterSelect
            label="State"
            value={state}
            options={Object.entries(states)}
            onChange={(value) => narrow('state', value === 'open' ? '' : value)}
          />
        </div>
      </ScreenHead>
      <div className={open ? 'inbox is-reading' : 'inbox'}>
        <div className="inbox-list">
          <ListState
            keeps
            query={messages}
            empty={(data) =>
              data.messages.length > 0 ? null : filtered ? 'No messages match.' : nothing[state]
            }
          >
            {(data) => <ThreadList messages={data.messages} open={open} />}
          </ListState>
          {state === 'open' && Boolean(messages.data?.setAside) && (
            <button className="inbox-aside text-btn" type="button" onClick={() => narrow('state', 'aside')}>
              {messages.data!.setAside} set aside as spam, automatic or too many at once
            </button>
          )}
          <Pager
            pages={pages}
            nextCursor={messages.data?.nextCursor ?? null}
            words={state === 'open' ? ['Back', 'More'] : ['Newer', 'Older']}
          />
          <p className="keys quiet">
            {inboxKeys.map(([key, does]) => (
              <span key={key}>
                <kbd>{key}</kbd> {does}
              </span>
            ))}
          </p>
        </div>
        {open && (
          <div className="panel">
            <button className="text-btn inbox-back" type="button" onClick={() => setSearch('thread', '')}>
              Back to the list
            </button>
            <ListState query={thread}>
              {(data) => <ThreadView thread={data} writing={writing} setWriting={setWriting} />}
            </ListState>
          </div>
        )}
      </div>
      <CannedAnswers isShown={!messages.isPending} />
    </>
  )
}
