/** The policy of this page forbids styles in markup, also while it is only read: they travel under another name. */
import { Tokenizer } from 'htmlparser2'

export const STYLE = 'data-mail-style'

/** HTML with its `style` attributes under the other name. */
export function maskStyles(html: string): string {
  let text = ''
  let at = 0
  for (const { start, end } of styleNames(html)) {
    text += html.slice(at, start) + STYLE
    at = end
  }
  return text + html.slice(at)
}

function styleNames(html: string): readonly { start: number; end: number }[] {
  const names: { start: number; end: number }[] = []
  if (!/style/i.test(html)) return names
  const nothing = () => {}
  new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onattribname: (start, end) => {
        if (html.slice(start, end).toLowerCase() === 'style') names.push({ start, end })
      },
      onattribdata: nothing,
      onattribend: nothing,
      onattribentity: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  ).write(html)
  return names
}
