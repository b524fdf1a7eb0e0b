import * as z from 'zod/mini'
import { says } from '../sentences/sentence.ts'

const base64url = (least: number, most: number) =>
  z
    .string(says('fields.required'))
    .check(
      z.regex(/^[\w-]+$/, says('fields.format')),
      z.minLength(least, says('fields.format')),
      z.maxLength(most, says('fields.format')),
    )

export const endpointAddress = z
  .string(says('fields.required'))
  .check(z.maxLength(2000, says('fields.format')), z.regex(/^https?:\/\/[^\s]+$/, says('fields.format')))

/** A browser's subscription, as `PushSubscription.toJSON()` returns it. */
export const browserSubscription = {
  endpoint: endpointAddress,
  p256dh: base64url(86, 88),
  auth: base64url(16, 30),
}
