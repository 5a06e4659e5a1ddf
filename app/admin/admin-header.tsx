import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { Logo } from '../layout/logo.tsx'
import { ThemeToggle } from '../layout/theme-toggle.tsx'
import { tabs } from './tabs.ts'
import { useChange } from './use-admin.ts'
import { useStaff } from './use-staff.ts'

/** Spec §2: a header with a Back to Site link and a Logout button, and the tabs. */
export function AdminHeader() {
  const client = useQueryClient()
  const staff = useStaff()
  const [isOpen, setOpen] = useState(false)
  const signOut = useChange('signOut', { onSuccess: () => client.resetQueries() })
  return (
    <header className="adm-head">
      <div className="wrap">
        <Logo />
        <button
          className="text-btn tabs-open"
          type="button"
          aria-expanded={isOpen}
          aria-controls="desk-tabs"
          onClick={() => setOpen((known) => !known)}
        >
          Menu
        </button>
        <nav className={isOpen ? 'tabs is-open' : 'tabs'} id="desk-tabs" aria-label="Desk">
          {tabs
            .filter(({ needs }) => !needs || staff.may(needs))
            .map(({ label, to }) => (
              <NavLink key={to} to={to} end={to === '/admin'} onClick={() => setOpen(false)}>
                {label}
              </NavLink>
            ))}
        </nav>
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
    </header>
  )
}
