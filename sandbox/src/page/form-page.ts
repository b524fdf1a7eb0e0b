import { html, type Html } from './html.ts'

// The common layout of pages on which people configure an emulated provider.

interface FormPage {
  title: string
  sub: string
  /** At the end of the heading. */
  status?: Html | undefined
  problem?: string | undefined
  panels: Html
  aside: Html
}

export function formPage({ title, sub, status, problem, panels, aside }: FormPage): Html {
  return html`<main class="page">
    <header class="page-head">
      <div>
        <h1>${title}</h1>
        <p class="sub">${sub}</p>
      </div>
      ${status}
    </header>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    <div class="with-aside">
      <div class="dials">${panels}</div>
      <aside>${aside}</aside>
    </div>
  </main>`
}

interface TextField {
  name: string
  label: string
  value: string
  help: string
  isRequired?: boolean
  type?: 'text' | 'url'
  placeholder?: string
  maxLength?: number
}

export function textField(field: TextField): Html {
  const { name, label, value, help, isRequired = true, type = 'text', placeholder = '', maxLength = 2000 } = field
  return html`<label>
    <span class="label">${label}</span>
    <span class="input"
      ><input
        name="${name}"
        type="${type}"
        value="${value}"
        placeholder="${placeholder}"
        maxlength="${maxLength}"
        ${isRequired && html`required`}
        autocomplete="off"
        spellcheck="false"
    /></span>
    <span class="help">${help}</span>
  </label>`
}

/** Special values to type, and their effects. */
export function specialsPanel(title: string, specials: Readonly<Record<string, string>>, note: string): Html {
  return html`<section class="panel">
    <header><h2>${title}</h2></header>
    <dl class="specials">
      ${Object.entries(specials).map(
        ([typed, does]) =>
          html`<dt><code>${typed}</code></dt>
            <dd>${does}</dd>`,
      )}
    </dl>
    <footer>${note}</footer>
  </section>`
}

/** Shortens an address enough to recognize it: the long token at its end is a secret. */
export function shortened(url: string): string {
  return url.replace(/(?<=(?:^|\/)[^/]{6})[^/]+$/, '…')
}
