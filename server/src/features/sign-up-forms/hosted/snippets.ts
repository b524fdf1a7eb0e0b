/** HTML for putting a form on a site: a plain form that submits to our page, and a frame with that page. */
import { escapeHtml } from '../../../lib/liquid/writers.ts'
import { CONSENT, HONEYPOT_FIELD, topicControl } from './pages.ts'
import type { ShownField, ShownForm } from './shown-form.ts'

const FRAME_PX = { base: 380, field: 66, topic: 34 }

export function snippetsOf(form: ShownForm, link: string): { form: string; frame: string } {
  const lines = [
    `<form action="${escapeHtml(link)}" method="post">`,
    ...form.fields.map(field => `  ${controlOf(field)}`),
    ...form.topics.map(({ uuid, name }) => `  ${tick(topicControl(uuid), name)}`),
    `  ${tick(CONSENT, form.consentText, ' required')}`,
    `  <div style="position:absolute;left:-9999px" aria-hidden="true"><input name="${HONEYPOT_FIELD}" tabindex="-1" autocomplete="off"></div>`,
    `  <button>${escapeHtml(form.button)}</button>`,
    '</form>',
  ]
  const height = FRAME_PX.base + FRAME_PX.field * form.fields.length + FRAME_PX.topic * form.topics.length
  const frame = `<iframe src="${escapeHtml(link)}?embed=1" title="${escapeHtml(form.title)}" width="100%" height="${height}" style="border:0" loading="lazy"></iframe>`
  return { form: lines.join('\n'), frame }
}

const TYPES = {
  email: 'email',
  phone: 'tel',
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'checkbox',
} as const

function controlOf({ name, label, kind, isRequired }: ShownField): string {
  if (kind === 'boolean') return tick(name, label, ' value="true"')
  const step = kind === 'number' ? ' step="any"' : ''
  return `<label>${escapeHtml(label)} <input type="${TYPES[kind]}" name="${escapeHtml(name)}"${step} maxlength="500"${isRequired ? ' required' : ''}></label>`
}

function tick(name: string, label: string, more = ''): string {
  return `<label><input type="checkbox" name="${escapeHtml(name)}"${more}> ${escapeHtml(label)}</label>`
}
