import { z } from 'zod'
import type { Detail } from './answers.ts'
import type { Ticket } from './state.ts'

// Which tickets HubSpot accepts, how it returns them, and how it searches them.

/** The stages of the pipeline that every account has. */
const STAGES = ['1', '2', '3', '4']
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  hs_pipeline: ['0'],
  hs_pipeline_stage: STAGES,
  hs_ticket_priority: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'],
}
const TEXTS = new Set(['subject', 'content'])
const REQUIRED = ['subject', 'hs_pipeline_stage']

export const newTicketSchema = z.object({
  properties: z.record(z.string(), z.string()),
  associations: z.array(z.unknown()),
})

/** The errors in the properties of a new ticket. */
export function faultsOf(properties: Readonly<Record<string, string>>): Detail[] {
  const wrong = Object.entries(properties).flatMap(([name, value]): Detail[] => {
    const options = OPTIONS[name]
    if (options === undefined && !TEXTS.has(name)) {
      return [{ message: `Property "${name}" does not exist`, code: 'PROPERTY_DOESNT_EXIST', in: name }]
    }
    if (options === undefined || options.includes(value)) return []
    return [
      {
        message: `${value} was not one of the allowed options: [${options.join(', ')}]`,
        code: 'INVALID_OPTION',
        in: name,
      },
    ]
  })
  const missing = REQUIRED.filter(name => !properties[name]).map(name => ({
    message: `Property "${name}" is required`,
    code: 'REQUIRED_PROPERTY_MISSING',
    in: name,
  }))
  return [...wrong, ...missing]
}

/** A ticket as responses contain it, with the named properties; by default all. */
export function shown(ticket: Ticket, names?: readonly string[]) {
  const all = valuesOf(ticket)
  const chosen = names ?? Object.keys(all)
  const createdAt = new Date(ticket.at_ms).toISOString()
  return {
    id: ticket.id,
    properties: Object.fromEntries([...chosen, ...BUILT_IN].map(name => [name, all[name] ?? null])),
    createdAt,
    updatedAt: createdAt,
    archived: false,
  }
}

const BUILT_IN = ['createdate', 'hs_lastmodifieddate', 'hs_object_id']

function valuesOf({ id, properties, at_ms: atMs }: Ticket): Record<string, string> {
  const at = new Date(atMs).toISOString()
  return { ...properties, createdate: at, hs_lastmodifieddate: at, hs_object_id: id }
}

const filterSchema = z.object({
  propertyName: z.string(),
  operator: z.enum(['EQ', 'NEQ', 'GT', 'GTE', 'LT', 'LTE']),
  value: z.string(),
})

export const searchSchema = z.object({
  filterGroups: z
    .array(z.object({ filters: z.array(filterSchema).max(6) }))
    .max(5)
    .default([]),
  sorts: z
    .array(z.object({ propertyName: z.string(), direction: z.enum(['ASCENDING', 'DESCENDING']) }))
    .max(1)
    .default([]),
  properties: z
    .array(z.string())
    .default(['content', 'hs_pipeline', 'hs_pipeline_stage', 'hs_ticket_priority', 'subject']),
  limit: z.int().min(1).max(200).default(10),
})

/** Groups are joined by "or", filters within a group by "and". Sorted as requested, by default newest first. */
export function search(
  tickets: readonly Ticket[],
  { filterGroups, sorts, properties, limit }: z.infer<typeof searchSchema>,
) {
  const found = tickets.filter(
    ticket =>
      filterGroups.length === 0 ||
      filterGroups.some(({ filters }) => filters.every(filter => passes(valuesOf(ticket), filter))),
  )
  const [sort] = sorts
  const compare = (a: Ticket, b: Ticket) =>
    sort === undefined ? 0 : comparable(valuesOf(a)[sort.propertyName]) - comparable(valuesOf(b)[sort.propertyName])
  const sorted = found.toSorted((a, b) => (sort?.direction === 'DESCENDING' ? compare(b, a) : compare(a, b)))
  return { total: found.length, results: sorted.slice(0, limit).map(ticket => shown(ticket, properties)) }
}

function passes(
  values: Readonly<Record<string, string>>,
  { propertyName, operator, value }: z.infer<typeof filterSchema>,
): boolean {
  const own = values[propertyName]
  if (own === undefined) return false
  const isSame = own.toLowerCase() === value.toLowerCase()
  if (operator === 'EQ') return isSame
  if (operator === 'NEQ') return !isSame
  const difference = comparable(own) - comparable(value)
  if (operator === 'GT') return difference > 0
  if (operator === 'GTE') return difference >= 0
  return operator === 'LT' ? difference < 0 : difference <= 0
}

/** Dates are epoch milliseconds in filters and ISO 8601 in responses. */
function comparable(value = ''): number {
  return /^\d+$/.test(value) ? Number(value) : Date.parse(value)
}
