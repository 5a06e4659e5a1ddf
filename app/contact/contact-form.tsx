import { type FormEvent, useEffect, useId, useState, useSyncExternalStore } from 'react'
import {
  type ContactCategory,
  type ContactErrors,
  type ContactMessage,
  canSendContact,
  contactCategories,
  contactCategoryNames,
  contactErrors,
  contactNeeds,
  longestMessage,
} from '../../domain/contact.ts'
import { messages } from '../../domain/messages.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { keepInTab, readFromTab } from '../browser/tab-storage.ts'
import { usePosted } from '../shop/use-shop.ts'
import { SlowNote } from '../ui/busy-button.tsx'
import { useHeldFocus } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { plainForm, SendWithoutScript } from '../ui/needs-script.tsx'
import { emailInput, TextArea, TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { focusFirstInvalid } from '../ui/use-refusal.ts'

const key = 'contactDraft'
const empty: ContactMessage = { name: '', email: '', subject: '', category: '', orderNumber: '', message: '' }
const never = () => () => {}

/** The contact form's draft, kept in this tab until it is sent: reloads and other pages lose nothing. */
function useContactDraft(posted: ContactMessage | null) {
  // The server renders an empty form; the draft is filled in after hydration.
  const kept = useSyncExternalStore(
    never,
    () => readFromTab(key),
    () => null,
  )
  const [typed, setTyped] = useState(posted)

  useEffect(() => {
    if (typed) keepInTab(key, JSON.stringify(typed))
  }, [typed])

  return {
    contact: typed ?? draftIn(kept),
    change: (changes: Partial<ContactMessage>) =>
      setTyped((before) => ({ ...(before ?? draftIn(kept)), ...changes })),
    forget: () => keepInTab(key, null),
  }
}

function draftIn(text: string | null): ContactMessage {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return empty
    const names = Object.keys(empty) as (keyof ContactMessage)[]
    const texts = names.map((name) => [name, (kept as Record<string, unknown>)[name]])
    return { ...empty, ...Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) }
  } catch {
    return empty
  }
}

/** The form of spec §5 "Contact": Send is enabled once all required fields are filled, and a failure loses nothing. */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const posted = usePosted()
  const { contact, change: set, forget } = useContactDraft(posted?.typed ?? null)
  const [left, setLeft] = useState<Partial<Record<keyof ContactMessage, true>>>({})
  const [isTried, setTried] = useState(posted !== undefined)
  const wrong = contactErrors(contact)
  /** A field's error, shown once the field was left or sending was attempted. */
  const errorOf = (field: keyof ContactErrors) => (isTried || left[field] ? wrong[field] : undefined)
  const leave = (field: keyof ContactMessage) => () => setLeft((before) => ({ ...before, [field]: true }))
  const [isSending, setIsSending] = useState(false)
  // Also shown in the page: a toast disappears, and offline it may not load at all.
  const [failure, setFailure] = useState(posted?.failure ?? null)
  const { holder: form, button } = useHeldFocus<HTMLFormElement>(isSending)

  function fail(title: string, sentence: string) {
    setFailure(sentence)
    showToast({ title, description: sentence, destructive: true })
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    focusFirstInvalid(form.current, () => setTried(true))
    if (Object.keys(wrong).length > 0) return
    setIsSending(true)
    setFailure(null)
    try {
      const { success, message } = await callApi('sendContactMessage', contact)
      if (!success) return fail(messages.contact.failed, message || messages.contact.failedFallback)
      forget()
      showToast({ title: messages.contact.success })
      onSent()
    } catch (error) {
      const sentence = (error instanceof ApiError && error.sentence) || messages.contact.failedFallback
      // Spec §8 distinguishes a refusal by the server from a missing answer.
      const isAnswered = error instanceof ApiError && error.status > 0
      fail(isAnswered ? messages.contact.failed : messages.contact.exception, sentence)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      className="sheet contact-sheet"
      ref={form}
      tabIndex={-1}
      aria-labelledby="contact-title"
      noValidate
      {...plainForm('/contact')}
      onSubmit={onSubmit}
    >
      <div className="fields">
        <TextField
          label="Name"
          width="f3"
          name="name"
          autoComplete="name"
          value={contact.name}
          onChange={(name) => set({ name })}
          onBlur={leave('name')}
          error={errorOf('name')}
        />
        <TextField
          label="Email"
          width="f3"
          {...emailInput}
          value={contact.email}
          onChange={(email) => set({ email })}
          onBlur={leave('email')}
          error={errorOf('email')}
        />
        <CategorySelect
          value={contact.category}
          onChange={(category) => set({ category })}
          options={contactCategories.map((category) => [category, contactCategoryNames[category]])}
        />
        <TextField
          label="Order number"
          width="f3"
          name="order-number"
          autoComplete="off"
          placeholder="BC-XXXX-XXXX"
          hint={contact.category === 'order' ? undefined : 'Optional, except for order issues.'}
          value={contact.orderNumber}
          onChange={(orderNumber) => set({ orderNumber })}
          onBlur={leave('orderNumber')}
          error={errorOf('orderNumber')}
        />
        <TextField
          label="Subject"
          width="f6"
          name="subject"
          value={contact.subject}
          onChange={(subject) => set({ subject })}
          onBlur={leave('subject')}
          error={errorOf('subject')}
        />
        <TextArea
          label="Message"
          name="message"
          maxLength={longestMessage}
          value={contact.message}
          onChange={(message) => set({ message })}
          onBlur={leave('message')}
          error={errorOf('message')}
        />
      </div>
      <button
        className="btn btn-1"
        type="submit"
        ref={button}
        data-needs={contactNeeds}
        disabled={isSending || !canSendContact(contact)}
      >
        {isSending ? 'Sending...' : 'Send'}
      </button>
      <SendWithoutScript look="btn-1">Send</SendWithoutScript>
      <SlowNote isBusy={isSending} />
      {failure && (
        <p className="alert bad" role="alert">
          <Icon name="alert" />
          {messages.contact.failed}. {failure}
        </p>
      )}
    </form>
  )
}

type CategorySelectProps = {
  value: ContactCategory | ''
  onChange: (value: ContactCategory | '') => void
  options: [ContactCategory, string][]
}

function CategorySelect({ value, onChange, options }: CategorySelectProps) {
  const id = useId()
  return (
    <div className="field f3">
      <label htmlFor={id}>Category</label>
      <select
        className="input"
        id={id}
        name="category"
        value={value}
        onChange={(event) => onChange(event.target.value as ContactCategory | '')}
      >
        <option value="">Choose one (optional)</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
