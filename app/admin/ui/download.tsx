import type { ReactNode } from 'react'
import { type AdminSent, adminContracts } from '../../../domain/admin/contracts.ts'
import { addressOf, callAdmin, toastError, useStaff } from '../client/use-admin.ts'

type Downloads = {
  [Name in keyof typeof adminContracts]: (typeof adminContracts)[Name] extends { reply: 'file' }
    ? Name
    : never
}[keyof typeof adminContracts]

type DownloadProps<Name extends Downloads> = {
  of: Name
  input: AdminSent<Name>
  className?: string
  /** once it is being downloaded */
  onTaken?: () => void
  children: ReactNode
}

/** A download. One that holds people's data asks first who is at the screen, like every call that a thief must not make. */
export function Download<Name extends Downloads>({
  of,
  input,
  className = 'btn btn-2',
  onTaken = () => {},
  children,
}: DownloadProps<Name>) {
  const { staffRole } = useStaff()
  const { holds }: { holds?: string } = adminContracts[of]
  const href = addressOf(of, input)
  return (
    <a
      className={className}
      href={href}
      download
      onClick={(event) => {
        if (holds !== 'people' && (holds !== 'packages' || staffRole === 'packer')) return onTaken()
        event.preventDefault()
        callAdmin('checkConfirmed', {}).then(
          () => {
            window.location.assign(href)
            onTaken()
          },
          (error) => toastError(error, 'Nothing was downloaded. Try again.'),
        )
      }}
    >
      {children}
    </a>
  )
}
