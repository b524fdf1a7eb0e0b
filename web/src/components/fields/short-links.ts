import { replaceLiquid } from '@notifly/contracts/templates/liquid-parts'
import { FIELD_MARK, findAddresses } from '@notifly/contracts/sms/text-addresses'

/** Whether a text has an address that can be a short one, whatever its fields bring. */
export function hasLink(source: string): boolean {
  return findAddresses(masked(source)).length > 0
}

/** Of the same length: fields may be part of an address, tags are not. */
function masked(source: string): string {
  return replaceLiquid(source, (part, isTag) => (isTag ? ' ' : FIELD_MARK).repeat(part.length))
}
