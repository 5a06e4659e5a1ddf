import { useEffect } from 'react'
import type { ShippingDetails } from '../../domain/quiz.ts'
import { loadStripe } from '../stripe/load-stripe.ts'
import { useLoaded } from '../stripe/use-loaded.ts'
import { SlowNote } from '../ui/slow-note.tsx'

type LoadedAddressProps = {
  publishableKey: string
  googleMapsKey: string | null
  address: ShippingDetails
  onChange: (changes: Partial<ShippingDetails>) => void
  /** it cannot be shown: the address has to be typed by hand */
  onFailed: () => void
}

const load = async (key: string) => {
  const [stripe, { StripeAddress }] = await Promise.all([loadStripe(key), import('./stripe-address.tsx')])
  return { stripe, StripeAddress }
}

/** The provider's address element, fetched when this step is shown. What goes wrong is for the console only (spec §8). */
export function LoadedAddress({ publishableKey, onFailed, ...props }: LoadedAddressProps) {
  const loaded = useLoaded(load, publishableKey)
  const failure = loaded.state === 'failed' ? loaded.error : null

  function fail(error: unknown) {
    console.error('The address element could not be loaded:', error)
    onFailed()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (failure) fail(failure)
  }, [failure])

  if (loaded.state !== 'ready') {
    return (
      <div className={props.googleMapsKey ? 'address-wait' : 'address-wait all-fields'} role="status">
        <span className="sr">Loading the address form</span>
        <SlowNote isBusy>
          The address form takes longer than usual. You can also enter the address manually, below.
        </SlowNote>
      </div>
    )
  }
  const { stripe, StripeAddress } = loaded.value
  return <StripeAddress {...props} stripe={stripe} onLoadError={fail} />
}
