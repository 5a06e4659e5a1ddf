import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Receipt } from '../../../domain/admin/scan-contracts.ts'
import { ApiError } from '../../browser/call-api.ts'
import { callAdmin, failedChange, sentenceOf, useAdmin, useReadAgain } from '../client/use-admin.ts'
import { playScanSound, ScanField } from '../ui/scan-field.tsx'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'

const addresses = ['/api/admin/stock', '/api/admin/belts', '/api/admin/drops', '/api/admin/promises']

type Told = { isRight: boolean; sentence: string; again?: { id: string; code: string } }

/** Receives a delivery: each scan adds one to the stock, and the last one can be undone. */
export default function ReceivePage() {
  const list = useAdmin('listReceipts', {})
  const readAgain = useReadAgain()
  const [told, setTold] = useState<Told | null>(null)
  const [waiting, setWaiting] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  /** scans are sent one after another */
  const [queue] = useState({ last: Promise.resolve() })

  function tell(next: Told) {
    setTold(next)
    playScanSound(next.isRight)
  }
  async function receive(id: string, code: string) {
    try {
      const { receipt } = await callAdmin('receiveStock', { id, code, pieces: 1 })
      tell({
        isRight: true,
        sentence: `+1 ${receipt.belt}, size ${receipt.size}. ${receipt.stock} on the shelf.`,
      })
    } catch (error) {
      // Without an answer it may have counted. Sent again with the same id, it counts once.
      const isUnsure = !(error instanceof ApiError) || error.status === 0 || error.status >= 500
      tell({
        isRight: false,
        sentence: sentenceOf(error, 'The admin didn’t answer. Send this scan again; it won’t count twice.'),
        ...(isUnsure ? { again: { id, code } } : {}),
      })
    }
  }
  function add(id: string, code: string) {
    setWaiting((count) => count + 1)
    queue.last = queue.last
      .then(() => receive(id, code))
      .then(() => {
        setWaiting((count) => count - 1)
        void readAgain(...addresses)
      })
  }
  async function undo({ id, belt, size }: Receipt) {
    field.current?.focus()
    try {
      const { receipt } = await callAdmin('undoReceipt', { receiptId: id })
      tell({ isRight: true, sentence: `Taken back: ${belt}, size ${size}. ${receipt.stock} on the shelf.` })
    } catch (error) {
      tell({ isRight: false, sentence: failedChange(error, 'Nothing was taken back. Try again.') })
    }
    await readAgain(...addresses)
  }
  return (
    <>
      <ScreenHead
        back={<Link to="/admin/belts/stock">Stock</Link>}
        title="Receive"
        note="Each scan puts one belt on the shelf."
      />
      <div className="scan">
        <ScanField
          label="Scan a belt’s label"
          hint="No label? Type the SKU and size, as MD1-202511-ASHBURY 34."
          field={field}
          onScan={(code) => code && add(crypto.randomUUID(), code)}
        />
        <div role="alert" aria-atomic="true">
          {told && (
            <p className={told.isRight ? 'scan-told is-right' : 'scan-told is-wrong'}>{told.sentence}</p>
          )}
        </div>
        {told?.again && (
          <button
            className="btn btn-2"
            type="button"
            onClick={() => {
              const { id, code } = told.again!
              setTold(null)
              add(id, code)
              field.current?.focus()
            }}
          >
            Send it again
          </button>
        )}
        {waiting > 1 && <p role="status">{waiting} scans on their way …</p>}
        <ListState
          query={list}
          empty={({ receipts }) => (receipts.length === 0 ? 'Nothing has come in yet.' : null)}
        >
          {({ receipts }) => (
            <section aria-labelledby="came-in">
              <h2 id="came-in">Came in last</h2>
              <ul className="scan-list">
                {receipts.map((receipt) => (
                  <li key={receipt.id} className={receipt.isUndone ? 'is-undone' : undefined}>
                    <span>
                      +{receipt.pieces} {receipt.belt}, size {receipt.size}
                    </span>
                    <span className="quiet">
                      {receipt.username} <Instant at={receipt.createdAt} />{' '}
                      {receipt.isUndone ? (
                        'Taken back'
                      ) : (
                        <button className="text-btn" type="button" onClick={() => void undo(receipt)}>
                          Undo
                          <span className="sr">
                            : {receipt.belt}, size {receipt.size}
                          </span>
                        </button>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </ListState>
      </div>
    </>
  )
}
