import type { WhatsappParameters } from '@notifly/contracts/campaign-content'
import type { TemplateNeeds } from '@notifly/contracts/whatsapp-components'

/** How many of the places that a template leaves open nobody has filled yet. */
export function missingValues(needs: TemplateNeeds, { header, body = [], buttons = [] }: WhatsappParameters): number {
  const places = [
    ...(needs.header === null ? [] : [headerValue(needs.header, header)]),
    ...needs.bodyVariables.map((_, index) => body[index]),
    ...needs.buttons.map(({ index }) => buttons.find(button => button.index === index)?.value),
  ]
  return places.filter(isBlank).length
}

function headerValue(
  kind: NonNullable<TemplateNeeds['header']>,
  header: WhatsappParameters['header'],
): string | undefined {
  if (kind === 'text') return header?.text
  if (kind !== 'location') return header?.media
  const { name, address } = header?.location ?? {}
  return isBlank(name) ? name : address
}

export function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === ''
}
