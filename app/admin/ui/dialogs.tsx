import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'

type AskDialogProps = {
  title: string
  action: string
  children: ReactNode
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an uncommon step. */
export function AskDialog({ title, action, children, isBusy = false, onConfirm, onClose }: AskDialogProps) {
  return (
    <FormDialog onClose={onClose} labelledBy="ask-title" className="adm adm-dialog adm-confirm">
      <Choices
        {...{ title, children, action, isBusy, onConfirm, onClose }}
        id="ask-title"
        wayOut="Never mind"
        look="btn-ink"
      />
    </FormDialog>
  )
}

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'open'>

/**
 * A dialog with a form. Esc, a click outside and a phone's Back ask before discarding input; the form's own buttons call
 * `onClose` directly and don't ask.
 */
export function FormDialog({ onClose, labelledBy, children, className }: FormDialogProps) {
  const [isWritten, setWritten] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [shown, setShown] = useState(0)
  const own = (event: FormEvent | KeyboardEvent) =>
    (event.target as Element).closest('dialog')?.getAttribute('aria-labelledby') === labelledBy
  const leave = () => (isWritten ? setAsked(true) : onClose())
  function stay() {
    setAsked(false)
    // Back has already closed it; the caller still has the input, so it's there when it reopens.
    if (!document.querySelector(`dialog[aria-labelledby="${labelledBy}"][open]`)) setShown(shown + 1)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: input events of the dialog bubble up to here
    <div
      className="adm-form-dialog"
      onInput={(event) => own(event) && setWritten(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isWritten || !own(event) || event.defaultPrevented) return
        event.preventDefault()
        leave()
      }}
    >
      <Dialog key={shown} open onClose={leave} labelledBy={labelledBy} {...(className ? { className } : {})}>
        {children}
      </Dialog>
      {isAsked && (
        <ConfirmDialog
          title="Leave without saving?"
          action="Leave"
          wayOut="Keep writing"
          isBusy={false}
          onConfirm={onClose}
          onClose={stay}
        >
          <p>What you typed here will be gone.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

type SubmitDialogProps = {
  title: ReactNode
  children: ReactNode
  /** the label of the submit button */
  action: ReactNode
  isBusy?: boolean
  /** something is missing */
  isBlocked?: boolean
  onSubmit: () => void
  onClose: () => void
}

/** A short form in a dialog. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { title, children, action, isBusy = false, isBlocked = false, onSubmit, onClose } = props
  const id = useId()
  return (
    <FormDialog onClose={onClose} labelledBy={id} className="adm adm-dialog adm-confirm">
      <form
        className="adm-dialog-form adm-stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !isBlocked) onSubmit()
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <div className="adm-tools">
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
          <button
            className="btn btn-ink"
            type="submit"
            disabled={isBlocked}
            aria-disabled={isBusy || undefined}
          >
            {action}
          </button>
        </div>
      </form>
    </FormDialog>
  )
}

type EditDialogProps = Omit<SubmitDialogProps, 'isBlocked'> & {
  /** why it couldn't be saved */
  error: string | null
  /** what was typed is kept as this draft, so leaving needs no question */
  draft?: { isChanged: boolean; giveUp: () => void }
  className?: string
}

/** Creates or edits something: a longer form below a title that stays in view. */
export function EditDialog(props: EditDialogProps) {
  const { title, children, action, isBusy, error, draft, className = '', onSubmit, onClose } = props
  const id = useId()
  const [isKept] = useState(draft?.isChanged)
  const Frame = draft ? DraftDialog : FormDialog
  return (
    <Frame onClose={onClose} labelledBy={id} className={`adm adm-dialog ${className}`}>
      <div className="dialog-top">
        <h2 id={id}>{title}</h2>
        <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <form
        className="adm-form adm-dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSubmit()
        }}
      >
        {isKept && draft?.isChanged && (
          <p className="adm-note">
            What you wrote before is still here.{' '}
            <button className="text-btn" type="button" onClick={draft.giveUp}>
              Start over
            </button>
          </p>
        )}
        {children}
        <div role="alert">{error && <p className="err">{error}</p>}</div>
        <div className="adm-tools">
          <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
            {action}
          </button>
          <button className="text-btn" type="button" onClick={onClose}>
            Not now
          </button>
        </div>
      </form>
    </Frame>
  )
}

const DraftDialog = (props: FormDialogProps) => <Dialog open {...props} />

type ConfirmDialogProps = {
  title: string
  /** what is affected */
  children: ReactNode
  /** the label of the confirm button */
  action: string
  /** the label of the cancel button */
  wayOut?: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms something that can't be undone. The focus starts on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, wayOut = 'Keep it', isBusy, onConfirm, onClose } = props
  return (
    <Dialog open onClose={onClose} labelledBy="confirm-title" className="adm adm-dialog adm-confirm">
      <Choices
        {...{ title, children, action, isBusy, onConfirm, onClose, wayOut }}
        id="confirm-title"
        look="btn-bad"
      />
    </Dialog>
  )
}

type ChoicesProps = Required<ConfirmDialogProps> & { id: string; look: 'btn-ink' | 'btn-bad' }

/** The question, and its two buttons. */
function Choices({ id, look, title, children, action, wayOut, isBusy, onConfirm, onClose }: ChoicesProps) {
  return (
    <div className="adm-dialog-form adm-stack">
      <h2 id={id}>{title}</h2>
      {children}
      <div className="adm-tools">
        <button className="btn btn-2" type="button" onClick={onClose}>
          {wayOut}
        </button>
        <button
          className={`btn ${look}`}
          type="button"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && onConfirm()}
        >
          {action}
        </button>
      </div>
    </div>
  )
}
