/** Unsaved text of an editor, kept in this browser so that a closed tab or a dead battery loses nothing. */
import type { EditorContent } from '../../../components/email/content.ts'
import type { EditorKind } from './content.ts'

export interface StoredText<Content = EditorContent> {
  content: Content
  /** The version that was being edited. */
  version: number
  /** Epoch seconds. */
  keptOn: number
}

/** Which text: of a template, or of a new one of this kind. */
export interface StoragePlace<Content> {
  slug: string
  uuid: string | undefined
  kind: EditorKind<Content>
}

function keyOf<Content>({ slug, uuid, kind }: StoragePlace<Content>): string {
  return `template-text:${slug}:${uuid ?? (kind.type === 'Email' ? 'new' : `new-${kind.type}`)}`
}

/** What was kept for this template, if anything. */
export function readKeptText<Content>(place: StoragePlace<Content>): StoredText<Content> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as StoredText<Content> | null
    return typeof kept?.content[place.kind.main] === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

/** False when the browser has no room for it, or keeps nothing at all. */
export function storeText<Content>(place: StoragePlace<Content>, kept: StoredText<Content>): boolean {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function clearStoredText<Content>(place: StoragePlace<Content>): void {
  localStorage.removeItem(keyOf(place))
}
