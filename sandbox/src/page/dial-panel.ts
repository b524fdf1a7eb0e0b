import { html, type Html } from './html.ts'

// Dials of a provider, each with a slider and a number. Their script saves after every change, all dials of a form
// together.

export interface DialRow {
  /** The API's name; ends in `_rate` for a share, in `_ms` for a time. */
  name: string
  label: string
  help: string
  /** Maximum of the slider; the number may be larger. */
  most?: number
}

export interface DialPanel {
  title: string
  /** What a share refers to. */
  unit?: string
  rows: readonly DialRow[]
  dials: Readonly<Record<string, number>>
  /** Default values of the dials; 0 if not listed. */
  usual?: Readonly<Record<string, number>>
  note?: string
  /** Prefix that keeps the ids of several panels apart. */
  idPrefix?: string
}

/** A form whose dials are saved at an address. Links refer to its id. */
export function dialForm(id: string, address: string, panels: readonly Html[]): Html {
  return html`<form class="dials" id="${id}" data-dials="${address}">${panels}</form>`
}

export function dialPanel({ title, unit, rows, dials, usual = {}, note, idPrefix = '' }: DialPanel): Html {
  return html`<section class="panel">
    <header>
      <h2>${title}</h2>
      ${unit !== undefined && html`<span class="muted end">${unit}</span>`}
    </header>
    ${rows.map(row => dial(row, { value: dials[row.name] ?? 0, usual: usual[row.name] ?? 0 }, idPrefix + row.name))}
    ${note !== undefined && html`<footer>${note}</footer>`}
  </section>`
}

const SLOWEST_MS = 60_000
const SLIDER_MS = 5000

function dial(
  { name, label, help, most }: DialRow,
  { value, usual }: Record<'value' | 'usual', number>,
  id: string,
): Html {
  const isShare = name.endsWith('_rate')
  const shown = isShare ? Number((value * 100).toFixed(4)) : value
  const unit = isShare ? '%' : name.endsWith('_ms') ? 'ms' : ''
  const sliderEnd = isShare ? 100 : (most ?? SLIDER_MS)
  return html`<div class="dial" data-dial="${name}" data-unit="${isShare ? 'percent' : 'number'}" data-usual="${usual}">
    <label class="words" for="${id}">
      <span class="label">${label}</span>
      <span class="help" id="${id}-help">${help}</span>
    </label>
    <input
      type="range"
      min="0"
      max="${sliderEnd}"
      step="${isShare ? 1 : sliderEnd / 100}"
      value="${shown}"
      aria-label="${label}"
    />
    <span class="input sm">
      <input
        id="${id}"
        type="number"
        inputmode="decimal"
        min="0"
        max="${isShare ? 100 : Math.max(SLOWEST_MS, sliderEnd)}"
        step="${isShare ? 'any' : 1}"
        value="${shown}"
        aria-describedby="${id}-help"
      />
      ${unit !== '' && html`<span class="muted">${unit}</span>`}
    </span>
  </div>`
}

/** A different seed picks different people at the same rates. */
export function seedPanel(seed: number, help: string, idPrefix = ''): Html {
  const id = `${idPrefix}seed`
  return html`<section class="panel">
    <header><h2>Chance</h2></header>
    <div class="dial" data-dial="seed" data-unit="number">
      <label class="words" for="${id}">
        <span class="label">Seed</span>
        <span class="help" id="${id}-help">${help}</span>
      </label>
      <button class="btn" type="button" data-reseed>New seed</button>
      <span class="input sm"
        ><input
          id="${id}"
          type="number"
          min="0"
          max="4294967295"
          step="1"
          value="${seed}"
          aria-describedby="${id}-help"
      /></span>
    </div>
  </section>`
}
