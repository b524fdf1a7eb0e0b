import { randomUUID } from 'node:crypto'

// Responses in the format of HubSpot's API, as data, because a dial may withhold one from its caller.

export interface HubspotAnswer {
  status: number
  body: object
}

export interface Detail {
  message: string
  code: string
  /** The property that the error is about. */
  in: string
}

const REFUSALS = {
  VALIDATION_ERROR: 400,
  INVALID_AUTHENTICATION: 401,
  MISSING_SCOPES: 403,
} as const

export function refusal(category: keyof typeof REFUSALS, message: string, details?: readonly Detail[]): HubspotAnswer {
  const errors = details?.map(each => ({ ...each, context: { propertyName: [each.in] } }))
  return failure(REFUSALS[category], message, { category, ...(errors && { errors }) })
}

/** The response of a gateway while the API is down. */
export function unavailable(): HubspotAnswer {
  return failure(503, 'Service temporarily unavailable')
}

export function tooMany(): HubspotAnswer {
  const policy = { errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' }
  return failure(429, 'You have reached your ten_secondly_rolling limit.', policy)
}

function failure(status: number, message: string, more: object = {}): HubspotAnswer {
  return { status, body: { status: 'error', message, correlationId: randomUUID(), ...more } }
}

/** The limit of private apps in free accounts: requests per ten seconds. */
export const TEN_SECONDS_MAX = 100
const DAY_MAX = 250_000

export function rateHeaders(used: number): Record<string, number> {
  return {
    'x-hubspot-ratelimit-daily': DAY_MAX,
    'x-hubspot-ratelimit-daily-remaining': DAY_MAX - used,
    'x-hubspot-ratelimit-interval-milliseconds': 10_000,
    'x-hubspot-ratelimit-max': TEN_SECONDS_MAX,
    'x-hubspot-ratelimit-remaining': Math.max(0, TEN_SECONDS_MAX - used),
  }
}
