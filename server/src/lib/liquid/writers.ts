/**
 * How a value is written at its place: escaped in markup, an http or https address in place of an address, one line in a header, plain CSS
 * values in styles, unchanged in text.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Place } from './places.ts'
import { RenderError } from './render-error.ts'

/** Converts the text of a value to what the document contains. Throws RenderError. */
export type Writer = (text: string) => string

const HTML_SPECIAL = /[&<>"']/
const HTML_SPECIAL_ALL = /[&<>"']/g
const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

/** Escapes text for HTML content and quoted attribute values. */
export function escapeHtml(text: string): string {
  if (!HTML_SPECIAL.test(text)) return text
  return text.replace(HTML_SPECIAL_ALL, character => HTML_ENTITIES[character] ?? character)
}

/** Returns the writer for one output; `field` names it in errors. */
export function writerFor(place: Place, field: string): Writer {
  switch (place.at) {
    case 'text':
      return text => text
    case 'line':
      return oneLine
    case 'markup':
      return escapeHtml
    case 'unquoted':
      return escapeUnquoted
    case 'style':
      return cssValue
    case 'url':
      return urlWriter(place, field)
    case 'forbidden':
      throw new RenderError(field, place.sentence)
  }
}

const CONTROL = /[\p{Cc}\u2028\u2029]/u
const CONTROL_RUN = /[\p{Cc}\u2028\u2029]+/gu

/** A value with a line break would add headers of its own: breaks become spaces. */
export function oneLine(text: string): string {
  return CONTROL.test(text) ? text.replace(CONTROL_RUN, ' ') : text
}

/** Outside quotes white space, =, ` and the slash before > also end a value (HTML 13.1.2.3). */
function escapeUnquoted(text: string): string {
  return escapeHtml(text).replace(/[\s=`/]/g, character => `&#${character.charCodeAt(0)};`)
}

/** Colours, lengths, names: nothing that could close the rule, load an address, or leave the attribute. */
function cssValue(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} #%.,()_-]/gu, '')
}

const WEB_ADDRESS = /^\s*https?:\/\//i
const IGNORED_BY_BROWSERS = /[\p{Cc} ]+/gu
const OTHER_SCHEME = /^(?!https?:\/\/)[^/?#]*:/i

function urlWriter(place: Extract<Place, { at: 'url' }>, field: string): Writer {
  const escape = !place.markup ? (text: string) => text : place.quoted ? escapeHtml : escapeUnquoted
  switch (place.start) {
    case 'fixed':
      return escape
    case 'own':
      return text => {
        if (text !== '' && !WEB_ADDRESS.test(text)) throw notWebAddress(field)
        return escape(text)
      }
    case 'shared':
      return text => {
        if (OTHER_SCHEME.test(text.replace(IGNORED_BY_BROWSERS, ''))) throw notWebAddress(field)
        return escape(text)
      }
  }
}

function notWebAddress(field: string): RenderError {
  return new RenderError(field, sentence('templates.render.notAddress', { field }))
}
