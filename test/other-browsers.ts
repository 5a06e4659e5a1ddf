import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'

// Firefox and WebKit as Debian ships them (firefox-esr; webkit2gtk-driver with xvfb), each driven by its native protocol:
// Firefox by WebDriver BiDi, WebKit by W3C WebDriver. Both take the same pointer and key actions.

const firefox = '/usr/bin/firefox-esr'
const webKitDriver = '/usr/bin/WebKitWebDriver'
const xvfb = '/usr/bin/Xvfb'
const miniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser')[0]

export type OtherBrowser = 'Firefox' | 'WebKit'

/** The ones that can run here. */
export function installedBrowsers(): OtherBrowser[] {
  return [
    ...(existsSync(firefox) ? ['Firefox' as const] : []),
    ...(existsSync(webKitDriver) && existsSync(xvfb) && miniBrowser() ? ['WebKit' as const] : []),
  ]
}

type Action = Record<string, unknown>

/** A page in a browser. */
export type Tab = {
  go(url: string): Promise<void>
  /** the result of a function run in the page; only its source is sent, so it can't see anything outside itself */
  run<Args extends unknown[], Result>(
    read: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** input of a hand: input sources of WebDriver */
  act(...sources: Action[]): Promise<void>
  /** a PNG screenshot */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/**
 * Opens one.
 * @throws Error with its output if it doesn't start
 */
export async function openTab(browser: OtherBrowser, width: number, height: number): Promise<Tab> {
  return browser === 'Firefox' ? openFirefox(width, height) : openWebKit(width, height)
}

async function openFirefox(width: number, height: number): Promise<Tab> {
  const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'))
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    '0',
    `--width=${width}`,
  ]
  const child = spawn(firefox, args, {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const address = await said(child, /WebDriver BiDi listening on (ws:\S+)/)
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const open = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    const asked = open.get(message.id)
    open.delete(message.id)
    if (message.type === 'error') asked?.reject(new Error(`${message.error}: ${message.message}`))
    else asked?.resolve(message.result as never)
  }
  let last = 0
  const send = <T>(method: string, params: object) =>
    new Promise<T>((resolve, reject) => {
      open.set(++last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const { context } = contexts[0]!
  await send('browsingContext.setViewport', { context, viewport: { width, height } })
  return {
    go: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async run(read, ...args) {
      const answer = await send<{ result?: { value: string }; exceptionDetails?: { text: string } }>(
        'script.callFunction',
        {
          target: { context },
          awaitPromise: true,
          functionDeclaration: `async (args) => JSON.stringify((await (${read})(...JSON.parse(args))) ?? null)`,
          arguments: [{ type: 'string', value: JSON.stringify(args) }],
        },
      )
      if (!answer.result) throw new Error(answer.exceptionDetails?.text)
      return JSON.parse(answer.result.value)
    },
    act: (...actions) => send('input.performActions', { context, actions }),
    async picture() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      socket.close()
      await end(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

async function openWebKit(width: number, height: number): Promise<Tab> {
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1400x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve) =>
    screen.stdio[3]!.once('data', (chunk: Buffer) => resolve(`:${`${chunk}`.trim()}`)),
  )
  const home = mkdtempSync(path.join(tmpdir(), 'webkit-'))
  const port = await freePort()
  const driver = spawn(webKitDriver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  })
  const call = async <T>(method: string, address: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  await until(() => call('GET', '/status'))
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
    },
  })
  const session = `/session/${sessionId}`
  await call('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 })
  // The window has its own toolbars; what counts is the page's size.
  await call('POST', `${session}/window/rect`, { width, height })
  const run: Tab['run'] = async (read, ...args) => {
    const script = `const [args, done] = arguments; (async () => (${read})(...JSON.parse(args)))().then((value) => done(JSON.stringify(value ?? null)), (error) => done(JSON.stringify({ thrown: String(error) })))`
    const value = JSON.parse(
      await call('POST', `${session}/execute/async`, { script, args: [JSON.stringify(args)] }),
    )
    if (value?.thrown) throw new Error(value.thrown)
    return value
  }
  const inner = await run(() => [innerWidth, innerHeight] as const)
  await call('POST', `${session}/window/rect`, { width: 2 * width - inner[0], height: 2 * height - inner[1] })
  return {
    run,
    go: (url) => call('POST', `${session}/url`, { url }),
    act: (...actions) => call('POST', `${session}/actions`, { actions }),
    picture: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', session).catch(() => {})
      await Promise.all([end(driver), end(screen)])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const match = pattern.exec(output)
      if (match) resolve(match[1]!)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`it ended with ${code}:\n${output}`)))
  })
}

async function until(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await ask()
      return
    } catch (error) {
      if (tries > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 5000).unref()
  })
}
