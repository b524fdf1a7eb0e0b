import { replaceLiquid } from '@notifly/contracts/templates/liquid-parts'
import { FIELD_MARK, findAddresses } from '@notifly/contracts/sms/text-addresses'

/** Whether a text has an address that can be a short one, whatever its fields bring. */
export function hasLink(source: string): boolean {
  return findAddresses(masked(source)).length > 0
}

// No installation has a shorter one.
const LEAST_ADDRESS = `https://x.io/l/${'x'.repeat(18)}`

/** About as it is sent: the exact text is the server's to write. */
export function withShortLinks(source: string): string {
  return findAddresses(masked(source)).reduceRight(
    (text, { begin, end }) => text.slice(0, begin) + LEAST_ADDRESS + text.slice(end),
    source,
  )
}

/** Of the same length: fields may be part of an address, tags are not. */
function masked(source: string): string {
  return replaceLiquid(source, (part, isTag) => (isTag ? ' ' : FIELD_MARK).repeat(part.length))
}
