import type { ReactNode } from 'react'
import { type AdminSent, adminContracts } from '../../../domain/admin/contracts.ts'
import { addressOf, callAdmin, toastError } from '../client/use-admin.ts'

type Downloads = {
  [Name in keyof typeof adminContracts]: (typeof adminContracts)[Name] extends { reply: 'file' }
    ? Name
    : never
}[keyof typeof adminContracts]

type DownloadProps<Name extends Downloads> = { of: Name; input: AdminSent<Name>; children: ReactNode }

/** A download. One that holds people's data asks first who is at the screen, like every call that a thief must not make. */
export function Download<Name extends Downloads>({ of, input, children }: DownloadProps<Name>) {
  const contract: { holds?: string } = adminContracts[of]
  const href = addressOf(of, input)
  return (
    <a
      className="btn btn-2"
      href={href}
      download
      onClick={(event) => {
        if (contract.holds !== 'people') return
        event.preventDefault()
        callAdmin('checkConfirmed', {}).then(
          () => window.location.assign(href),
          (error) => toastError(error, 'Nothing was downloaded. Try again.'),
        )
      }}
    >
      {children}
    </a>
  )
}
