import type { Endpoint } from '@notifly/contracts/endpoint'
import type * as z from 'zod/mini'

/** The schema of an endpoint's body, for the form that fills it. */
export function bodyOf<Body extends z.ZodMiniType>(
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType, Body, z.ZodMiniType>,
): Body {
  if (!endpoint.body) throw new Error(`${endpoint.path} takes no body`)
  return endpoint.body
}
