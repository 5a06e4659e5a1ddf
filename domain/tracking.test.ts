import { describe, expect, it } from 'vitest'
import { isRounded, oddTracking, plainTracking, trackingOf } from './tracking.ts'

describe('a tracking number', () => {
  it.each([
    ['1Z999AA10123456784', 'UPS'],
    ['1z 999 aa1 01 2345 6784', 'UPS'],
    ['9400 1000 0000 0000 0000 00', 'USPS'],
    ['92055901755477000271990251', 'USPS'],
    ['LZ123456789US', 'USPS'],
    ['449044304137', 'FedEx'],
    ['986578788855555', 'FedEx'],
  ])('%s is from %s, and its link has the number without spaces', (number, carrier) => {
    const found = trackingOf(number)
    expect(found?.carrier).toBe(carrier)
    expect(oddTracking(number)).toBeNull()
    expect(found?.link.endsWith(number.replaceAll(' ', '').toUpperCase())).toBe(true)
  })

  it.each(['', 'sent by hand', '1Z999', '12345', '9100', '"><script>'])(
    '%j belongs to no known carrier',
    (number) => {
      expect(trackingOf(number)).toBeNull()
      expect(oddTracking(number)).toBe(
        'That doesn’t look like a UPS, USPS or FedEx number. Check it against the label.',
      )
    },
  )

  it.each([
    ['9400 1000 0000 0000 0000 00', '9400100000000000000000'],
    ['="9400100000000000000000"', '9400100000000000000000'],
    ['420972099400100000000000000000', '9400100000000000000000'],
    ['4209720992019400100000000000000000', '9400100000000000000000'],
    ['1z 999 aa1 01 2345 6784', '1Z999AA10123456784'],
    [' sent  by hand ', 'sent by hand'],
    ['4209720912', '4209720912'],
  ])('typed, scanned or exported as %s is kept as %s', (typed, kept) => {
    expect(plainTracking(typed)).toBe(kept)
    expect(trackingOf(typed)?.link.split('=').at(-1) ?? kept).toBe(kept)
  })

  it.each(['9.40011E+21', '9,40011E+21', '9.4e21', '4E+11'])('%s was rounded by a spreadsheet', (number) => {
    expect(isRounded(number)).toBe(true)
  })

  it.each(['1Z999AA10123456784', '9400110000000000000000', 'LZ123456789US', '986578788855555'])(
    '%s is whole',
    (number) => {
      expect(isRounded(number)).toBe(false)
    },
  )
})
