import { english } from '@notifly/contracts/sentences/english'
import { expect, test } from 'vitest'
import { trailSentence } from './trail-sentence.ts'

test.each([
  ['clicked', 'recipient', { action: 'Buy', system: 'iOS' }, 'Clicked the button “Buy” on iOS.'],
  ['clicked', 'us', { link: 'https://shop.example' }, 'Clicked https://shop.example.'],
  ['delivered', 'recipient', {}, 'Delivered, according to the device.'],
  ['delivered', 'provider', {}, 'Delivered, according to the provider.'],
  [
    'deferred',
    'provider',
    { attempt: 2, reason: 'connection_refused' },
    'Couldn’t reach the server on attempt 2. Retrying. The provider’s server isn’t responding.',
  ],
  [
    'deferred',
    'provider',
    { attempt: 1, reason: 'request_unwritable' },
    'Couldn’t reach the server on attempt 1. Retrying. The message was refused.',
  ],
] as const)('"%s" of %s with %j', (kind, source, values, said) => {
  expect(english(trailSentence({ kind, source, values: { ...values }, bot: false }))).toBe(said)
})
