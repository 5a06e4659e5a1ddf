import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { newQueryClient } from '../app/admin/admin-layout.tsx'
import { StaffContext } from '../app/admin/client/use-admin.ts'
import { onToast, type Toast } from '../app/ui/toast-store.ts'
import { openBrowser } from './browser.ts'
import { openPage } from './open-page.tsx'

export const ok = (body: object = {}) => ({ status: 200, body: JSON.stringify(body) })
export const no = (body: object = {}, status = 400) => ({ status, body: JSON.stringify(body) })

type Replies = Parameters<typeof openBrowser>[0]
type Options = { role?: string } & Parameters<typeof openPage>[1]

/**
 * An admin screen on November 21, 2026, as a role sees it, with the given replies; also returns what it sends and which
 * toasts it shows.
 */
export async function openAdmin(
  screen: ReactNode,
  replies: Replies = {},
  { role = 'owner', ...at }: Options = {},
) {
  const { asked } = openBrowser(replies)
  const toasts: Toast[] = []
  onTestFinished(onToast((toast) => toast && toasts.push(toast)))
  const page = await openPage(
    <QueryClientProvider client={newQueryClient()}>
      <StaffContext value={{ id: 's', username: 'ana', staffRole: role } as never}>{screen}</StaffContext>
    </QueryClientProvider>,
    at,
  )
  /** The bodies sent to a URL by any method that changes something. */
  const sent = (path: string) =>
    asked.filter((each) => each.path === path && each.method !== 'GET').map(({ body }) => body)
  const told = () =>
    toasts.map(({ title, description }) => `${title}: ${description ?? ''}`.replaceAll('\u00a0', ' '))
  return { ...page, sent, told, asked }
}
