// HTML by template: what is put in is escaped unless it is HTML made the same way.

/** Finished markup. */
export interface Html {
  readonly markup: string
}

export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[]

/** Markup with its values escaped; `false` and `undefined` become nothing. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return { markup: strings.reduce((markup, string, i) => markup + render(values[i - 1]) + string) }
}

/** Markup that is known to be safe, such as our own drawings. */
export function trusted(markup: string): Html {
  return { markup }
}

/** Text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function render(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (isHtml(value)) return value.markup
  return value.map(render).join('')
}

function isHtml(value: Html | readonly HtmlValue[]): value is Html {
  return 'markup' in value
}
