import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import type { TemplateNeeds } from '@notifly/contracts/whatsapp-templates/components'
import { isCoordinate } from '../../../../components/whatsapp/coordinates.ts'

/** How many of the places that a template leaves open nobody has filled yet, but for the place on a map. */
export function missingValues(needs: TemplateNeeds, { header, body = [], buttons = [] }: WhatsappParameters): number {
  const places = [
    ...(needs.header === null || needs.header === 'location'
      ? []
      : [needs.header === 'text' ? header?.text : header?.media]),
    ...needs.bodyVariables.map((_, index) => body[index]),
    ...needs.buttons.map(({ index }) => buttons.find(button => button.index === index)?.value),
  ]
  return places.filter(isBlank).length
}

/** Whether the header shows a place that is not all there: coordinates, name and address. */
export function lacksPlace(needs: TemplateNeeds, { header }: WhatsappParameters): boolean {
  if (needs.header !== 'location') return false
  const { latitude, longitude, name, address } = header?.location ?? {}
  const isThere = isCoordinate('latitude', latitude) && isCoordinate('longitude', longitude)
  return !isThere || isBlank(name) || isBlank(address)
}

export function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === ''
}
