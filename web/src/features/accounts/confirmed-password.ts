import { MESSAGES } from '@notifly/contracts/fields'
import * as z from 'zod/mini'

/** Adds the repeated password to a body that has one; the server never sees it. */
export function withConfirmation<Shape extends { password: z.ZodMiniType<string, string> }>(
  body: z.ZodMiniObject<Shape>,
) {
  const repeated = z.string().check(z.minLength(1, MESSAGES.required))
  return z
    .extend(body, { confirm: repeated })
    .check(z.refine(hasSamePassword, { message: MESSAGES.confirmed, path: ['confirm'] }))
}

function hasSamePassword(values: unknown): boolean {
  const { password, confirm } = values as { password: string; confirm: string }
  return password === confirm
}
