import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { RazorpayError, UNKNOWN_ID } from './error.ts'
import { collectionOf, countField, money, notesField, textField } from './input.ts'
import type { Razorpay } from '../emulator.ts'
import { newId, PERIODS, type Plan } from '../entities.ts'

const LEAST_DAYS = 7

const planBody = z.strictObject({
  period: z.enum(PERIODS),
  interval: countField,
  item: money.safeExtend({ name: textField, description: textField.nullable().default(null) }).strict(),
  notes: notesField,
})

type ById = { Params: { id: string } }

/** Plans; they never change. */
export function addPlanCalls(app: FastifyInstance, { state }: Razorpay): void {
  app.post('/plans', async request => {
    const { period, interval, item, notes } = planBody.parse(request.body)
    if (period === 'daily' && interval < LEAST_DAYS) {
      throw new RazorpayError('For a daily plan the interval must be at least 7.', { field: 'interval' })
    }
    const now = state.now()
    const plan: Plan = {
      id: newId('plan'),
      entity: 'plan',
      interval,
      period,
      item: {
        id: newId('item'),
        active: true,
        ...item,
        unit_amount: item.amount,
        type: 'plan',
        created_at: now,
        updated_at: now,
      },
      notes,
      created_at: now,
    }
    state.content.plans.push(plan)
    await state.save()
    return plan
  })

  app.get('/plans', async request => collectionOf(state.content.plans, request.query))

  app.get<ById>('/plans/:id', async request => {
    const plan = state.plan(request.params.id)
    if (plan === undefined) throw UNKNOWN_ID
    return plan
  })
}
