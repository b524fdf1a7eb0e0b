/** Unsaved text of the editor, kept in this browser so that a closed tab or a dead battery loses nothing. */
import type { EditorContent } from '../../../components/mail/content.ts'

export interface KeptText {
  content: EditorContent
  /** The version that was being edited. */
  version: number
  /** Epoch seconds. */
  keptOn: number
}

const keyOf = (slug: string, uuid: string | undefined) => `template-text:${slug}:${uuid ?? 'new'}`

/** What was kept for this template, if anything. */
export function readKeptText(slug: string, uuid: string | undefined): KeptText | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(slug, uuid)) ?? 'null') as KeptText | null
    return typeof kept?.content.html === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

/** False when the browser has no room for it, or keeps nothing at all. */
export function keepText(slug: string, uuid: string | undefined, kept: KeptText): boolean {
  try {
    localStorage.setItem(keyOf(slug, uuid), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forgetText(slug: string, uuid: string | undefined): void {
  localStorage.removeItem(keyOf(slug, uuid))
}
