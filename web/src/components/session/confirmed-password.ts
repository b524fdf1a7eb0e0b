import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import * as z from 'zod/mini'

/** Adds a repeated password to a body that has one; it is never sent to the server. */
export function withConfirmation<Shape extends { password: z.ZodMiniType<string, string> }>(
  body: z.ZodMiniObject<Shape>,
) {
  const repeated = z.string().check(z.minLength(1, sentenceKey('fields.required')))
  return z
    .extend(body, { confirm: repeated })
    .check(z.refine(hasSamePassword, { message: sentenceKey('fields.confirmed'), path: ['confirm'] }))
}

function hasSamePassword(values: unknown): boolean {
  const { password, confirm } = values as { password: string; confirm: string }
  return password === confirm
}
