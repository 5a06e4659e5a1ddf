import type { GiftDetails } from '../../domain/quiz.ts'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { EmailField } from './email-field.tsx'
import { SendDateField } from './send-date-field.tsx'
import type { StepProps } from './step-props.ts'

/** Characters of a personal message; the server takes no more (domain/api.ts). */
const longestMessage = 1000

export function GiftFields({ answers, answer, today }: StepProps) {
  const { giftDetails } = answers
  const set = (changes: Partial<GiftDetails>) =>
    answer((before) => ({ ...before, giftDetails: { ...before.giftDetails, ...changes } }))
  return (
    <>
      <fieldset className="group">
        <legend>From you</legend>
        <div className="fields">
          <TextField
            label="Your name"
            width="f3"
            name="sender-name"
            autoComplete="name"
            value={giftDetails.senderName}
            onChange={(senderName) => set({ senderName })}
          />
          <EmailField
            label="Your email"
            width="f3"
            name="sender-email"
            hint="Receipts go here."
            value={giftDetails.senderEmail}
            onChange={(senderEmail) => set({ senderEmail })}
          />
        </div>
      </fieldset>
      <fieldset className="group">
        <legend>The notice</legend>
        <div className="fields">
          <EmailField
            label="Recipient email"
            width="f3"
            name="recipient-email"
            autoComplete="off"
            value={giftDetails.recipientEmail}
            onChange={(recipientEmail) => set({ recipientEmail })}
          />
          <SendDateField
            today={today}
            value={giftDetails.emailDate}
            onChange={(emailDate) => set({ emailDate })}
          />
          <TextArea
            label="Personal message"
            name="message"
            maxLength={longestMessage}
            hint="Optional. Also on the slip in the first box."
            value={giftDetails.giftMessage}
            onChange={(giftMessage) => set({ giftMessage })}
          />
        </div>
      </fieldset>
    </>
  )
}
