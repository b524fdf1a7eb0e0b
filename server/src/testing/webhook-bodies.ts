/** Compares what endpoints get with what the OpenAPI document says of it. */
import { bodyOf } from '../http/reference/webhook-requests.ts'

interface Schema {
  properties?: Record<string, Schema>
}

/** Places of an event's body that the document does not describe, such as `data.contact.email`. */
export function undescribed(body: { type: string }): string[] {
  return missing(body, bodyOf(body.type) as Schema, body.type)
}

function missing(value: unknown, { properties }: Schema, place: string): string[] {
  if (properties === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const described = properties[name]
    return described === undefined ? [`${place}.${name}`] : missing(each, described, `${place}.${name}`)
  })
}
