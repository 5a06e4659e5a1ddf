import { Link } from 'react-router'
import { Mark } from '../ui/mark.tsx'
import { useShop } from './use-shop.ts'

/** Mark and name; leads home. */
export function Logo() {
  const { name } = useShop()
  return (
    <Link className="logo" to="/">
      <Mark />
      <span>{name}</span>
    </Link>
  )
}
