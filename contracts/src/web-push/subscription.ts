import * as z from 'zod/mini'
import { sentenceKey } from '../sentences/sentence.ts'

const base64url = (least: number, most: number) =>
  z
    .string(sentenceKey('fields.required'))
    .check(
      z.regex(/^[\w-]+$/, sentenceKey('fields.format')),
      z.minLength(least, sentenceKey('fields.format')),
      z.maxLength(most, sentenceKey('fields.format')),
    )

export const endpointAddress = z
  .string(sentenceKey('fields.required'))
  .check(z.maxLength(2000, sentenceKey('fields.format')), z.regex(/^https?:\/\/[^\s]+$/, sentenceKey('fields.format')))

/** A browser's subscription, as `PushSubscription.toJSON()` returns it. */
export const browserSubscription = {
  endpoint: endpointAddress,
  p256dh: base64url(86, 88),
  auth: base64url(16, 30),
}
