// HTML templates. Values are escaped unless they are HTML from another template.

/** Finished markup. */
export interface Html {
  readonly markup: string
}

export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[]

/** Markup with escaped values; `false` and `undefined` are left out. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return { markup: strings.reduce((markup, string, i) => markup + render(values[i - 1]) + string) }
}

/** Markup that is known to be safe, such as our own icons. */
export function trusted(markup: string): Html {
  return { markup }
}

/** Escapes text for an element or a quoted attribute. */
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
