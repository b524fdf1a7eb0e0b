import { replaceLiquid } from '@notifly/contracts/templates/liquid-parts'
import { FIELD_MARK, findAddresses } from '@notifly/contracts/sms/text-addresses'

/** Whether a text contains an address that can be shortened, even one that includes merge fields. */
export function hasLink(source: string): boolean {
  return findAddresses(masked(source)).length > 0
}

/** Replaces Liquid by text of the same length. Fields may be part of an address, tags may not. */
function masked(source: string): string {
  return replaceLiquid(source, (part, isTag) => (isTag ? ' ' : FIELD_MARK).repeat(part.length))
}
