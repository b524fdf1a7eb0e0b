import type { WhatsappParameters } from '@notifly/contracts/campaign-content'

type HeaderParameters = NonNullable<WhatsappParameters['header']>

/** The place of a header while it is typed: each part may still be missing. */
export type TypedLocation = Partial<NonNullable<HeaderParameters['location']>>

/** What fills the places of a template while it is typed. */
export type TypedParameters = Omit<WhatsappParameters, 'header'> & {
  header?: TypedHeader | undefined
}
export type TypedHeader = Omit<HeaderParameters, 'location'> & { location?: TypedLocation | undefined }

/** How far from zero each coordinate may be. */
export const COORDINATE_LIMITS = { latitude: 90, longitude: 180 } as const
export type CoordinateName = keyof typeof COORDINATE_LIMITS

/** Whether a coordinate was typed and is one. */
export function isCoordinate(name: CoordinateName, value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) <= COORDINATE_LIMITS[name]
}

/** The same for the server, which knows no place without coordinates. */
export function toParameters({ header, ...rest }: TypedParameters): WhatsappParameters {
  if (header === undefined) return rest
  const { location, ...others } = header
  const { latitude, longitude } = location ?? {}
  const isPlace = isCoordinate('latitude', latitude) && isCoordinate('longitude', longitude)
  return { ...rest, header: { ...others, ...(isPlace && { location: { ...location, latitude, longitude } }) } }
}
