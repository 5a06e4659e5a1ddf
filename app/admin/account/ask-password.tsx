import type { FormEvent } from 'react'
import { TextField } from '../../ui/text-field.tsx'

type AskPasswordProps = {
  says: string
  password: string
  onChange: (password: string) => void
  problem: string | null
  setProblem: (problem: string | null) => void
  /** words and what they do with the password; the first is what Enter does */
  actions: [string, (password: string) => void][]
}

/** Asks for the password again before something that decides who can sign in. */
export function AskPassword({ says, password, onChange, problem, setProblem, actions }: AskPasswordProps) {
  function run(act: (password: string) => void) {
    if (password === '') setProblem('Password is required')
    else act(password)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    run(actions[0]![1])
  }
  return (
    <form className="adm-stack" noValidate onSubmit={submit}>
      <p className="quiet">{says}</p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(value) => {
          onChange(value)
          setProblem(null)
        }}
        error={problem}
      />
      <div className="adm-tools">
        {actions.map(([words, act], index) => (
          <button
            key={words}
            className="btn btn-2"
            type={index === 0 ? 'submit' : 'button'}
            onClick={index === 0 ? undefined : () => run(act)}
          >
            {words}
          </button>
        ))}
      </div>
    </form>
  )
}
