import { COORDINATE_LIMITS } from '@notifly/contracts/campaigns/content'

export type CoordinateName = keyof typeof COORDINATE_LIMITS

/** Whether a coordinate was typed and is one. */
export function isCoordinate(name: CoordinateName, value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) <= COORDINATE_LIMITS[name]
}
