/** The HTML of an image in an email: as wide as the email, and narrower in a narrow window. */
const MAIL_WIDTH = 600

interface Shown {
  address: string
  alt: string
  width: number
}

export function imageTag({ address, alt, width }: Shown, widthMax = MAIL_WIDTH): string {
  const shown = Math.min(width, widthMax)
  return `<img src="${inHtml(address)}" alt="${inHtml(alt)}" width="${shown}" style="max-width: 100%; height: auto; border: 0">`
}

/** The same as an MJML element, which adapts its width itself. */
export function mjmlImage({ address, alt, width }: Shown): string {
  const room = width < MAIL_WIDTH ? ` width="${width}px"` : ''
  return `<mj-image src="${inHtml(address)}" alt="${inHtml(alt)}"${room} />`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '{': '&#123;',
  '}': '&#125;',
}

/** Typed text as HTML; braces are escaped, since they would begin a merge field. */
export function inHtml(text: string): string {
  return text.replace(/[&<>"{}]/g, sign => ENTITIES[sign] ?? sign)
}
