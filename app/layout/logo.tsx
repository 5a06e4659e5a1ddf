import { Link } from 'react-router'
import { useShop } from '../shop/use-shop.ts'
import { Mark } from '../ui/icons.tsx'

export function Logo() {
  const { name } = useShop()
  return (
    <Link className="logo" to="/">
      <Mark />
      <span>{name}</span>
    </Link>
  )
}
