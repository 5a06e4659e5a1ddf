import { useEffect, useRef } from 'react'

/** The codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <div className="adm-stack">
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p className="quiet">
        Each opens the desk once when your telephone is not at hand. They are shown only now: print them, or
        keep them with your passwords.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="adm-tools">
        <button className="btn btn-1" type="button" onClick={onKept}>
          I have kept them
        </button>
        <a className="text-btn" href={file} download="recovery-codes.txt">
          Download as a file
        </a>
      </div>
    </div>
  )
}
