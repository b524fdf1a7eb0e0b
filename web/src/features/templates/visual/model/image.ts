/** Images of a mail: their picture, and whether they say anything. */
import type { Image } from '@notifly/contracts/images/images'
import { attributeOf, withAttribute } from '../mjml/attributes.ts'
import type { ElementNode } from '../mjml/tree.ts'

export const EMPTY_IMAGE = '<mj-image src="" />'

export function hasPicture(node: ElementNode): boolean {
  return (attributeOf(node, 'src') ?? '').trim() !== ''
}

/** Looks nice and says nothing: screen readers pass it by. */
export function isDecorative(node: ElementNode): boolean {
  return attributeOf(node, 'alt') === ''
}

/** The block with a picture of the library, no wider than the mail, and with its words unless it has some. */
export function withImage(node: ElementNode, { address, alt, width }: Image, room: number): ElementNode {
  const described = alt !== '' && attributeOf(node, 'alt') === undefined ? withAttribute(node, 'alt', alt) : node
  const shown = withAttribute(described, 'src', address)
  return withAttribute(shown, 'width', width < room ? `${width}px` : undefined)
}
