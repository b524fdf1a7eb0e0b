import { expect, test } from 'vitest'
import { linkTagsOf, withLinkTags } from './utm.ts'

const TAGS = { utm_source: 'shop', utm_campaign: 'spring-sale' }
const ADDED = 'utm_source=shop&utm_campaign=spring-sale'

test.each([
  ['https://shop.example', `https://shop.example?${ADDED}`],
  ['https://shop.example/sale#top', `https://shop.example/sale?${ADDED}#top`],
  ['https://shop.example/?a=1&b=%20#x?y', `https://shop.example/?a=1&b=%20&${ADDED}#x?y`],
  ['https://shop.example/?', `https://shop.example/?${ADDED}`],
  ['https://shop.example/?a=1&', `https://shop.example/?a=1&${ADDED}`],
  ['https://shop.example/?UTM_source=mine', 'https://shop.example/?UTM_source=mine&utm_campaign=spring-sale'],
  [`https://shop.example/?utm_source=&utm_campaign`, 'https://shop.example/?utm_source=&utm_campaign'],
])('%s', (address, tagged) => {
  expect(withLinkTags(address, TAGS)).toBe(tagged)
  expect(withLinkTags(tagged, TAGS)).toBe(tagged)
})

test('values are encoded, and empty ones are left out', () => {
  expect(withLinkTags('https://a.example', { utm_source: 'a b&c=d#', utm_term: '' })).toBe(
    'https://a.example?utm_source=a%20b%26c%3Dd%23',
  )
})

test('what a campaign does not say is the application’s, then a name', () => {
  const names = { channel: 'webpush', application: 'Harbor & Pine', campaign: 'Ärger im März 50%' } as const
  expect(linkTagsOf(null, {}, names)).toBeNull()
  expect(linkTagsOf(undefined, null, names)).toBeNull()
  expect(linkTagsOf({ term: ' ', content: 'top' }, null, names)).toEqual({
    utm_source: 'harbor-pine',
    utm_medium: 'push',
    utm_campaign: 'ärger-im-märz-50',
    utm_content: 'top',
  })
  expect(linkTagsOf(undefined, { source: 'harbor' }, names)).toMatchObject({ utm_source: 'harbor', utm_medium: 'push' })
})
