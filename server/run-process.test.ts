import { expect, it, onTestFinished, vi } from 'vitest'
import type { RunningShop } from './open-shop.ts'
import { runProcess } from './run-process.ts'

it('a first start that is stopped while opening still shows the password it made', async () => {
  const umask = process.umask()
  const signals = ['SIGTERM', 'SIGINT'] as const
  const listeners = signals.flatMap((signal) => process.listeners(signal))
  const { promise: opening, resolve: open } = Promise.withResolvers<RunningShop>()
  const { promise: closing, resolve: closed } = Promise.withResolvers<void>()
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  // The one that would end a process that hangs would end this one later.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    for (const signal of signals)
      for (const each of process.listeners(signal)) if (!listeners.includes(each)) process.off(signal, each)
    process.umask(umask)
  })
  const running = runProcess({}, () => opening)
  process.emit('SIGINT')
  const admin = { username: 'admin', newPassword: 'four-plain-words' }
  open({ admin, close: () => closing } as unknown as RunningShop)
  await running
  expect(process.umask(), 'what it writes is its own').toBe(0o077)
  await new Promise(setImmediate)
  expect(exit, 'it closes first').not.toHaveBeenCalled()
  closed()
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0))
  expect(printed.mock.calls.join()).toContain('admin, password four-plain-words (shown only now')
  expect(printed.mock.calls.join()).not.toContain('is open')
})
