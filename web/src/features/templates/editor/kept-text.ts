/** Unsaved text of an editor, kept in this browser so that a closed tab or a dead battery loses nothing. */
import type { EditorContent } from '../../../components/email/content.ts'
import type { EditorKind } from './content.ts'

export interface KeptText<Content = EditorContent> {
  content: Content
  /** The version that was being edited. */
  version: number
  /** Epoch seconds. */
  keptOn: number
}

/** Which text: of a template, or of a new one of this kind. */
export interface KeptPlace<Content> {
  slug: string
  uuid: string | undefined
  kind: EditorKind<Content>
}

function keyOf<Content>({ slug, uuid, kind }: KeptPlace<Content>): string {
  return `template-text:${slug}:${uuid ?? (kind.type === 'Email' ? 'new' : `new-${kind.type}`)}`
}

/** What was kept for this template, if anything. */
export function readKeptText<Content>(place: KeptPlace<Content>): KeptText<Content> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as KeptText<Content> | null
    return typeof kept?.content[place.kind.main] === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

/** False when the browser has no room for it, or keeps nothing at all. */
export function keepText<Content>(place: KeptPlace<Content>, kept: KeptText<Content>): boolean {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forgetText<Content>(place: KeptPlace<Content>): void {
  localStorage.removeItem(keyOf(place))
}
