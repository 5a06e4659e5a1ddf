import { type FormEvent, useState } from 'react'
import {
  type ContactErrors,
  canSendContact,
  contactCategories,
  contactCategoryNames,
  contactErrors,
  longestMessage,
} from '../../domain/contact.ts'
import { messages } from '../../domain/messages.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { Icon } from '../ui/icons.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useHeldFocus } from '../ui/use-held-focus.ts'
import { CategorySelect } from './category-select.tsx'
import { useContactDraft } from './use-contact-draft.ts'

/** The form of spec §5 "Contact": Send waits until what must be filled is filled, and nothing typed is lost on failure. */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const { contact, change: set, forget } = useContactDraft()
  const [errors, setErrors] = useState<ContactErrors>({})
  const [isSending, setIsSending] = useState(false)
  // Also in the page: a notice goes after seconds, and without a network it may not be drawn at all.
  const [failure, setFailure] = useState<string | null>(null)
  const { holder: form, button } = useHeldFocus<HTMLFormElement>(isSending)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const found = contactErrors(contact)
    setErrors(found)
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setIsSending(true)
    setFailure(null)
    try {
      await callApi('sendContactMessage', contact)
      forget()
      showToast({ title: messages.contact.success })
      onSent()
    } catch (error) {
      const sentence = (error instanceof ApiError && error.sentence) || messages.contact.failedFallback
      setFailure(sentence)
      // Spec §8 tells a server that refused from a call that was never answered.
      const isAnswered = error instanceof ApiError && error.status > 0
      const title = isAnswered ? messages.contact.failed : messages.contact.exception
      showToast({ title, description: sentence, destructive: true })
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
          error={errors.name}
        />
        <TextField
          label="Email"
          width="f3"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={contact.email}
          onChange={(email) => set({ email })}
          error={errors.email}
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
          error={errors.orderNumber}
        />
        <TextField
          label="Subject"
          width="f6"
          name="subject"
          value={contact.subject}
          onChange={(subject) => set({ subject })}
          error={errors.subject}
        />
        <TextArea
          label="Message"
          name="message"
          maxLength={longestMessage}
          value={contact.message}
          onChange={(message) => set({ message })}
          error={errors.message}
        />
      </div>
      <button
        className="btn btn-1"
        type="submit"
        ref={button}
        disabled={isSending || !canSendContact(contact)}
      >
        {isSending ? 'Sending...' : 'Send'}
      </button>
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
