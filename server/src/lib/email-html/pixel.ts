/** Adds to a mail's template what the recipient does not see: the open pixel and, on request, more. */
import { maskConstructs, readConstructs } from '../liquid/constructs.ts'
import { readHtmlLayout } from '../liquid/html-layout.ts'
import { endOfBody } from './links.ts'

/** The field that stands for the pixel's address. */
export const OPEN_PIXEL_FIELD = 'notifly_open'

/**
 * Puts the open pixel just before the end of the body. `unseen` is markup that goes in front of it, the hidden link by which bots give
 * themselves away.
 */
export function addOpenPixel(html: string, unseen = ''): string {
  const at = endOfBody(html, readHtmlLayout(maskConstructs(html, readConstructs(html))))
  const style = 'display:block;width:1px;height:1px;border:0'
  const pixel = `<img src="{{ ${OPEN_PIXEL_FIELD} }}" width="1" height="1" alt="" style="${style}">`
  return html.slice(0, at) + unseen + pixel + html.slice(at)
}
