import { Dialog } from '../ui/dialog.tsx'
import './command-palette.css'
import { inboxKeys } from './inbox/use-inbox-keys.ts'

const groups: { name: string; keys: [key: string, does: string][] }[] = [
  {
    name: 'Anywhere',
    keys: [
      ['Ctrl K', 'find an order, a person, a belt or a screen'],
      ['?', 'this list'],
      ['Esc', 'close what’s open'],
    ],
  },
  {
    name: 'In what you find',
    keys: [
      ['↑ ↓', 'choose'],
      ['Enter', 'go there'],
    ],
  },
  { name: 'Inbox', keys: inboxKeys },
]

/** The keyboard shortcuts of the admin. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} labelledBy="keys-title" className="adm adm-dialog adm-confirm">
      <div className="adm-dialog-form adm-stack">
        <h2 id="keys-title">Keys</h2>
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl className="find-keys">
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="adm-tools">
          <button className="btn btn-2" type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  )
}
