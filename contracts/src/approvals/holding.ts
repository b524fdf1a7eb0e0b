/** Fields shared by calls under approval and by the rows that they change; requests themselves are in approvals.ts. */
import * as z from 'zod/mini'
import { uuid } from '../fields.ts'

/** Stands for a secret wherever a request or its object is shown. */
export const MASK = '********'

/** Spread into the body (without one, the query) of a call that can be held: the rejected request that this write replaces. */
export const reopening = { reopens: z.optional(uuid) }

/** Spread into rows that can be changed under approval: the open request for that row. */
export const pendingApproval = { approval_uuid: z.optional(uuid) }

/** `data` of the answer if a write was stored as a request (HTTP 202, `maker_checker: true`). */
export const HeldAnswer = z.object({ approval_uuid: uuid })
export type HeldAnswer = z.infer<typeof HeldAnswer>
