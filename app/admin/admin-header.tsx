import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { formatCount } from '../../domain/count.ts'
import { Logo, ThemeToggle } from '../layout/header-parts.tsx'
import { useAdmin, useStaff } from './client/use-admin.ts'
import { useSignOut } from './client/use-sign-out.ts'
import { firstScreens, type Screen, screenGroups } from './screens.ts'

// Loaded on first use.
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((file) => ({ default: file.CommandPalette })),
)

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
)

/** The number of open tasks per screen, fetched once per page load like every admin list (spec §9). */
function useWaiting(): (screen: Screen) => number {
  const staff = useStaff()
  const promises = useAdmin('listPromises', { limit: '1' }, { enabled: staff.may('listPromises') })
  const groups = promises.data?.groups ?? []
  return ({ to, waits = [] }) =>
    to === '/admin/today'
      ? (promises.data?.due ?? 0)
      : groups.reduce((sum, group) => sum + (waits.includes(group.kind) ? group.open : 0), 0)
}

/**
 * Spec §2: a header with a Back to Site link, a Logout button and the tabs: those of spec §2 first, the rest grouped
 * by work.
 */
export function AdminHeader() {
  const staff = useStaff()
  const [isOpen, setOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [isListing, setListing] = useState(false)
  const signOut = useSignOut()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const at = event.target as HTMLElement
      if (event.key === '?' && !at.closest('input, textarea, select, [contenteditable], dialog')) {
        event.preventDefault()
        setListing(true)
      }
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setFinding((known) => !known)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <header className="adm-head">
      <div className="wrap">
        <Logo />
        <button
          className="btn btn-2 adm-find"
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setFinding(true)}
        >
          <span>Find</span> <small>Ctrl K</small>
        </button>
        <button
          className="text-btn tabs-open"
          type="button"
          aria-expanded={isOpen}
          aria-controls="admin-tabs"
          onClick={() => setOpen((known) => !known)}
        >
          Menu
        </button>
        <Tabs isOpen={isOpen} onGo={() => setOpen(false)} />
        <div className="end">
          <ThemeToggle />
          <Link className="text-btn" to="/">
            Back to Site
          </Link>
          <Link className="text-btn" to="/admin/account" aria-label={`${staff.username}, your account`}>
            {staff.username}
          </Link>
          <button
            className="btn btn-2"
            type="button"
            disabled={signOut.isPending}
            onClick={() => signOut.mutate({})}
          >
            Logout
          </button>
        </div>
      </div>
      {isListing && (
        <Suspense fallback={null}>
          <ShortcutsDialog onClose={() => setListing(false)} />
        </Suspense>
      )}
      {isFinding && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </header>
  )
}

function Tabs({ isOpen, onGo }: { isOpen: boolean; onGo: () => void }) {
  const staff = useStaff()
  const waiting = useWaiting()
  const isShown = ({ needs }: Screen) => !needs || staff.may(needs)
  const groups = screenGroups
    .map(({ name, screens }) => ({ name, screens: screens.filter(isShown) }))
    .filter(({ screens }) => screens.length > 0)
  return (
    <nav className={isOpen ? 'tabs is-open' : 'tabs'} id="admin-tabs" aria-label="Admin">
      {firstScreens.filter(isShown).map((screen) => (
        <NavLink key={screen.to} to={screen.to} end={screen.to === '/admin'} onClick={onGo}>
          {screen.label}
          <Waiting count={waiting(screen)} />
        </NavLink>
      ))}
      {groups.map((group) => (
        <Group key={group.name} {...group} waiting={waiting} onGo={onGo} />
      ))}
    </nav>
  )
}

type GroupProps = {
  name: string
  screens: Screen[]
  waiting: (screen: Screen) => number
  onGo: () => void
}

/** A menu of related screens: opened by a click, closed by Esc, a click outside, or navigation. */
function Group({ name, screens, waiting, onGo }: GroupProps) {
  const { pathname } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  const all = screens.reduce((sum, screen) => sum + waiting(screen), 0)
  // The longest matching path: Stock is below Belts.
  const here = screens
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0]
  const close = () => {
    if (details.current) details.current.open = false
  }
  useEffect(() => {
    const beside = ({ target }: Event) => {
      const own = details.current
      if (own && !own.contains(target as Node)) own.open = false
    }
    addEventListener('pointerdown', beside)
    return () => removeEventListener('pointerdown', beside)
  }, [])
  return (
    <details
      ref={details}
      className={here ? 'tab-group is-here' : 'tab-group'}
      name="admin-group"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return
        close()
        details.current.querySelector('summary')?.focus()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !details.current?.contains(relatedTarget)) close()
      }}
    >
      <summary>
        {name}
        <Waiting count={all} />
      </summary>
      <ul>
        {screens.map((screen) => (
          <li key={screen.to}>
            <Link
              to={screen.to}
              aria-current={screen === here ? 'page' : undefined}
              onClick={() => {
                close()
                onGo()
              }}
            >
              {screen.label}
              <Waiting count={waiting(screen)} />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="tab-count num">
      {formatCount(count)}
      <span className="sr"> open</span>
    </span>
  )
}
