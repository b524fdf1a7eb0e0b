import { expect, test } from 'vitest'
import { trailText } from './trail-text.ts'

test.each([
  ['clicked', 'recipient', { action: 'Buy', system: 'iOS' }, 'Pressed the button “Buy” on iOS.'],
  ['clicked', 'us', { link: 'https://shop.example' }, 'Followed https://shop.example.'],
  ['delivered', 'recipient', {}, 'Delivered, as the device reports.'],
  ['delivered', 'provider', {}, 'Delivered, as the provider reports.'],
  [
    'deferred',
    'provider',
    { attempt: 2, reason: 'connection_refused' },
    'The server could not be reached, at attempt 2; it is tried again. Nothing answered at the server of the provider.',
  ],
] as const)('"%s" of %s with %j', (kind, source, values, said) => {
  expect(trailText({ kind, source, values: { ...values }, bot: false })).toBe(said)
})
