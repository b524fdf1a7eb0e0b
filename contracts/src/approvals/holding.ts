/** What calls under approval and the rows that they change have in common; the requests themselves are in approvals.ts. */
import * as z from 'zod/mini'
import { uuid } from '../fields.ts'

/** How a secret is answered wherever a request or its object is shown. */
export const MASK = '********'

/** Spread into the body (without one, the query) of a call that can be held: the rejected request that this write answers. */
export const reopening = { reopens: z.optional(uuid) }

/** Spread into rows of what can be changed under approval: the request that is open on it. */
export const pendingApproval = { approval_uuid: z.optional(uuid) }

/** What `data` holds when a write was stored as a request (HTTP 202, `maker_checker: true`). */
export const HeldAnswer = z.object({ approval_uuid: uuid })
export type HeldAnswer = z.infer<typeof HeldAnswer>
