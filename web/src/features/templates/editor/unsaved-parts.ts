/**
 * The first save of a new template leads to a page of its own. What is typed between the save and the moment that page is shown goes
 * along: the page takes it over as unsaved.
 */
import type { EditorKind } from './content.ts'

let typed: { uuid: string; parts: object } | undefined

/** Hands over the parts of a new template's text that are not what was saved. */
export function storeUnsavedParts<Content>(
  uuid: string,
  kind: EditorKind<Content>,
  saved: Content,
  now: Content,
): void {
  const parts = kind.parts.filter(part => now[part] !== saved[part])
  typed = { uuid, parts: Object.fromEntries(parts.map(part => [part, now[part]])) }
}

/** The text of a template, with what was typed into it since its first save. */
export function withTyped<Content>(content: Content, uuid: string | undefined): Content {
  return typed?.uuid === uuid ? { ...content, ...typed?.parts } : content
}

/** The page of the template has it. */
export function clearTyped(): void {
  typed = undefined
}
