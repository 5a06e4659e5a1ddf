import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

const ads = { GOOGLE_ADS_ID: 'AW-123456789', GOOGLE_ADS_LABEL: 'AbC-D_efGh12' }

describe('the tag manager settings', () => {
  it('report to nobody when nothing is set', () => {
    expect(parseConfig({}).analytics).toBeNull()
  })

  it('accept the tag manager, the ads conversion, or both', () => {
    expect(parseConfig({ GTM_ID: 'GTM-ABC1234' }).analytics).toEqual({
      gtmId: 'GTM-ABC1234',
      adsId: null,
      adsLabel: null,
    })
    expect(parseConfig(ads).analytics).toEqual({
      gtmId: null,
      adsId: 'AW-123456789',
      adsLabel: 'AbC-D_efGh12',
    })
  })

  it.each([
    ['GTM_ID', { GTM_ID: 'G-ABC1234' }],
    ['GTM_ID', { GTM_ID: 'GTM-ABC1234&x=1' }],
    ['GOOGLE_ADS_ID', { ...ads, GOOGLE_ADS_ID: '123456789' }],
    ['GOOGLE_ADS_LABEL', { ...ads, GOOGLE_ADS_LABEL: 'a b c d' }],
    ['GOOGLE_ADS_LABEL', { GOOGLE_ADS_ID: 'AW-123456789' }],
    ['GOOGLE_ADS_ID', { GOOGLE_ADS_LABEL: 'AbC-D_efGh12' }],
  ])('stop startup and name %s when %j', (name, env) => {
    expect(() => parseConfig(env)).toThrow(ConfigError)
    expect(() => parseConfig(env)).toThrow(name)
  })
})
