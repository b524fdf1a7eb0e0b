import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { RazorpayError, UNKNOWN_ID } from './error.ts'
import { collectionOf, countField, flagField, money, notesField, textField, timeField } from './input.ts'
import { cancel } from '../cycles.ts'
import type { Razorpay } from '../emulator.ts'
import { newId, type Plan, type Subscription } from '../entities.ts'
import { afterCycles } from '../periods.ts'
import type { SubscriptionRecord } from '../state.ts'
import { update, withChange } from '../update.ts'

export const HOSTED_PATH = '/razorpay/i/'

const createBody = z.strictObject({
  plan_id: textField,
  total_count: countField,
  quantity: countField.default(1),
  start_at: timeField.optional(),
  expire_by: timeField.optional(),
  customer_notify: flagField.default(true),
  addons: z
    .array(z.strictObject({ item: money.safeExtend({ name: textField }).strict(), quantity: countField.default(1) }))
    .max(20)
    .default([]),
  offer_id: textField.optional(),
  notes: notesField,
})

const updateBody = z.strictObject({
  plan_id: textField.optional(),
  quantity: countField.optional(),
  remaining_count: countField.optional(),
  start_at: timeField.optional(),
  offer_id: textField.optional(),
  customer_notify: flagField.optional(),
  schedule_change_at: z.enum(['now', 'cycle_end']).default('now'),
})

const cancelBody = z.strictObject({ cancel_at_cycle_end: flagField.default(false) })

type ById = { Params: { id: string } }

/** Subscriptions, from creation to cancellation. */
export function addSubscriptionCalls(app: FastifyInstance, razorpay: Razorpay): void {
  const { state } = razorpay
  app.post('/subscriptions', async request => {
    const record = newSubscription(razorpay, createBody.parse(request.body), originOf(request))
    state.content.subscriptions.push(record)
    await state.save()
    return record.entity
  })
  app.get('/subscriptions', async request => {
    const { plan_id: planId } = z.object({ plan_id: z.string().optional() }).parse(request.query)
    const all = state.content.subscriptions.map(({ entity }) => entity)
    return collectionOf(
      all.filter(entity => planId === undefined || entity.plan_id === planId),
      request.query,
    )
  })
  app.get<ById>('/subscriptions/:id', async request => recordOf(razorpay, request).entity)
  app.patch<ById>('/subscriptions/:id', async request => {
    const record = recordOf(razorpay, request)
    const { schedule_change_at: when, ...change } = updateBody.parse(request.body)
    update(razorpay, record, change, when)
    await state.save()
    return record.entity
  })
  app.get<ById>('/subscriptions/:id/retrieve_scheduled_changes', async request => {
    const { entity, scheduled } = recordOf(razorpay, request)
    if (scheduled === null) throw NOTHING_SCHEDULED
    return withChange(entity, scheduled)
  })
  app.post<ById>('/subscriptions/:id/cancel_scheduled_changes', async request => {
    const record = recordOf(razorpay, request)
    if (record.scheduled === null) throw NOTHING_SCHEDULED
    record.scheduled = null
    Object.assign(record.entity, { has_scheduled_changes: false, change_scheduled_at: null })
    await state.save()
    return record.entity
  })
  addEndingCalls(app, razorpay)
}

const NOTHING_SCHEDULED = new RazorpayError('No changes are scheduled for this subscription.')

function addEndingCalls(app: FastifyInstance, razorpay: Razorpay): void {
  const { state, emit } = razorpay
  app.post<ById>('/subscriptions/:id/cancel', async request => {
    const record = recordOf(razorpay, request)
    const { cancel_at_cycle_end: isLater } = cancelBody.parse(request.body ?? {})
    end(razorpay, record, isLater)
    await state.save()
    return record.entity
  })
  app.post<ById>('/subscriptions/:id/pause', async request => {
    const record = recordOf(razorpay, request)
    const { entity } = record
    z.strictObject({ pause_at: z.literal('now').default('now') }).parse(request.body ?? {})
    if (entity.status === 'authenticated') cancel(razorpay, record)
    else if (entity.status === 'active') {
      Object.assign(entity, { status: 'paused', charge_at: null })
      emit('subscription.paused', { subscription: entity })
    } else throw new RazorpayError(`Subscription is not pausable in ${entity.status} status.`, { field: 'status' })
    await state.save()
    return entity
  })
  app.post<ById>('/subscriptions/:id/resume', async request => {
    const record = recordOf(razorpay, request)
    z.strictObject({ resume_at: z.literal('now').default('now') }).parse(request.body ?? {})
    if (record.entity.status !== 'paused') {
      throw new RazorpayError(`Subscription is not resumable in ${record.entity.status} status.`, { field: 'status' })
    }
    resume(razorpay, record)
    await state.save()
    return record.entity
  })
}

/** Cancels it now, or at the end of its current cycle. */
export function end(razorpay: Razorpay, record: SubscriptionRecord, isLater: boolean): void {
  const { status, current_end: cycleEnd } = record.entity
  if (['cancelled', 'completed', 'expired'].includes(status)) {
    throw new RazorpayError(`Subscription is not cancellable in ${status} status.`, { field: 'status' })
  }
  if (!isLater) return cancel(razorpay, record)
  if (cycleEnd === null) throw new RazorpayError('Subscription cannot be cancelled since no billing cycle is going on')
  record.cancel_at_cycle_end = true
}

/** Missed cycles are not charged: if there were any, the next cycle begins now. */
function resume(razorpay: Razorpay, record: SubscriptionRecord): void {
  const { entity } = record
  const now = razorpay.state.now()
  const isBehind = entity.current_end !== null && entity.current_end < now
  if (isBehind) {
    Object.assign(record, { anchor: now, cycles: 0 })
    entity.current_end = now
  }
  entity.status = 'active'
  entity.charge_at = entity.current_end
  razorpay.emit('subscription.resumed', { subscription: entity })
}

function newSubscription({ state }: Razorpay, asked: z.output<typeof createBody>, origin: string): SubscriptionRecord {
  const { plan_id, total_count, quantity, start_at: startAt, expire_by, customer_notify, notes } = asked
  const plan = state.plan(plan_id)
  if (plan === undefined) throw UNKNOWN_ID
  const now = state.now()
  const problem = timesProblem(asked, now)
  if (problem !== undefined) throw problem
  const id = newId('sub')
  const entity: Subscription = {
    id,
    entity: 'subscription',
    plan_id,
    customer_id: null,
    status: 'created',
    current_start: null,
    current_end: null,
    ended_at: null,
    quantity,
    notes,
    charge_at: startAt ?? null,
    start_at: startAt ?? null,
    end_at: startAt === undefined ? null : afterCycles(startAt, plan, total_count),
    auth_attempts: 0,
    total_count,
    paid_count: 0,
    customer_notify,
    created_at: now,
    expire_by: expire_by ?? null,
    short_url: `${origin}${HOSTED_PATH}${id.slice('sub_'.length)}`,
    has_scheduled_changes: false,
    change_scheduled_at: null,
    source: 'api',
    payment_method: null,
    offer_id: asked.offer_id ?? null,
    remaining_count: total_count,
  }
  return {
    entity,
    instrument: null,
    customer: { email: '', contact: '' },
    addons: addonsOf(asked, plan),
    scheduled: null,
    cancel_at_cycle_end: false,
    fail_next: 0,
    anchor: startAt ?? now,
    cycles: 0,
  }
}

function timesProblem(
  { start_at: startAt, expire_by: expireBy }: { start_at?: number | undefined; expire_by?: number | undefined },
  now: number,
): RazorpayError | undefined {
  if (startAt !== undefined && startAt < now) {
    return new RazorpayError('start_at cannot be lesser than the current time.', { field: 'start_at' })
  }
  if (expireBy !== undefined && expireBy <= now) {
    return new RazorpayError('expire_by should be greater than the current time.', { field: 'expire_by' })
  }
  return undefined
}

function addonsOf({ addons }: z.output<typeof createBody>, { item: { currency } }: Plan): SubscriptionRecord['addons'] {
  return addons.map(({ item, quantity }) => {
    if (item.currency !== currency) throw new RazorpayError('Addon currency should be same as plan currency.')
    return { ...item, quantity }
  })
}

function recordOf({ state }: Razorpay, { params }: FastifyRequest<ById>): SubscriptionRecord {
  const record = state.subscription(params.id)
  if (record === undefined) throw UNKNOWN_ID
  return record
}

/** Address of this sandbox as the caller knows it. */
function originOf({ host }: FastifyRequest): string {
  return `http://${host}`
}
