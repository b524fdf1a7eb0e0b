import { english } from '@notifly/contracts/sentences/english'
import { expect, test } from 'vitest'
import { trailSentence } from './trail-sentence.ts'

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
  [
    'deferred',
    'provider',
    { attempt: 1, reason: 'request_unwritable' },
    'The server could not be reached, at attempt 1; it is tried again. The message was refused.',
  ],
] as const)('"%s" of %s with %j', (kind, source, values, said) => {
  expect(english(trailSentence({ kind, source, values: { ...values }, bot: false }))).toBe(said)
})
