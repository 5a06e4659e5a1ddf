import { Command } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { dropTitle } from '../../domain/drop.ts'
import { Dialog } from '../ui/dialog.tsx'
import './command-palette.css'
import { useAdmin, useStaff } from './client/use-admin.ts'
import { firstScreens, screenGroups } from './screens.ts'

/** The pause in typing, in milliseconds, before the server is asked. */
const pause = 200
/** Results per kind. */
const most = 6

/** Finds screens, orders, people and belts while typing; arrow keys select, Enter opens. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const staff = useStaff()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  // After the dialog has opened and focused its first element.
  useEffect(() => input.current?.focus(), [])
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const isAsked = search.length >= 2
  const limit = String(most)
  const orders = useAdmin('listOrders', { search, limit }, { enabled: isAsked, keeps: true })
  const people = useAdmin(
    'listPeople',
    { search, limit },
    { enabled: isAsked && staff.may('listPeople'), keeps: true },
  )
  const belts = useAdmin('listBelts', { search }, { enabled: isAsked && staff.may('listBelts'), keeps: true })
  const words = typed.trim().toLowerCase()
  const matches = (label: string) => label.toLowerCase().includes(words)
  const screens = [
    ...firstScreens.map((screen) => ({ ...screen, group: '' })),
    ...screenGroups.flatMap(({ name, screens }) => screens.map((screen) => ({ ...screen, group: name }))),
  ].filter(({ needs, label, group }) => (!needs || staff.may(needs)) && matches(`${group} ${label}`))
  const found = {
    orders: isAsked ? (orders.data?.orders ?? []) : [],
    people: isAsked ? (people.data?.people ?? []) : [],
    belts: isAsked ? (belts.data?.belts ?? []).slice(0, most) : [],
  }
  const isReading = isAsked && (orders.isFetching || people.isFetching || belts.isFetching)

  function go(to: string) {
    onClose()
    void navigate(to)
  }

  return (
    <Dialog open onClose={onClose} labelledBy="find-title" className="adm adm-dialog find">
      <h2 id="find-title" className="sr">
        Find anything
      </h2>
      <Command shouldFilter={false} label="Find anything" loop>
        <Command.Input
          className="input find-input"
          placeholder="An order, a person, a belt, a screen"
          ref={input}
          maxLength={200}
          value={typed}
          onValueChange={setTyped}
        />
        <Command.List className="find-list">
          <Command.Empty className="find-none">
            {isReading ? 'Searching…' : 'Nothing found. Try a name, an email or an order number.'}
          </Command.Empty>
          {found.orders.length > 0 && (
            <Command.Group heading="Orders">
              {found.orders.map(({ id, orderNumber, customer, status, shippingInfo }) => (
                <Command.Item key={id} value={`order ${id}`} onSelect={() => go(`/admin/orders/${id}`)}>
                  <b className="num">{orderNumber}</b>
                  <small>
                    {[shippingInfo?.recipientName, customer.email, status].filter(Boolean).join(', ')}
                  </small>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {found.people.length > 0 && (
            <Command.Group heading="People">
              {found.people.map(({ id, name, email, place }) => (
                <Command.Item key={id} value={`person ${id}`} onSelect={() => go(`/admin/people/${id}`)}>
                  <b>{name || email}</b>
                  <small>{[name && email, place].filter(Boolean).join(', ')}</small>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {found.belts.length > 0 && (
            <Command.Group heading="Belts">
              {found.belts.map(({ id, name, drop, sku }) => (
                <Command.Item key={id} value={`belt ${id}`} onSelect={() => go(`/admin/belts/${id}`)}>
                  <b>{name}</b>
                  <small>
                    {dropTitle(drop)}, {sku}
                  </small>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {screens.length > 0 && (
            <Command.Group heading="Screens">
              {screens.map(({ label, to, group }) => (
                <Command.Item key={to} value={`screen ${to}`} onSelect={() => go(to)}>
                  <b>{label}</b>
                  <small>{group}</small>
                </Command.Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}
