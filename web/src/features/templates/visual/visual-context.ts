import type { Brand } from '@notifly/contracts/brand/brand'
import type { MergeField } from '@notifly/contracts/contacts/audience'
import type { Problem } from '@notifly/contracts/templates/templates'
import type { EditorView } from 'prosemirror-view'
import { createContext, use } from 'react'
import type { Looks } from './mjml/look.ts'
import type { WritingStart } from './text/RichText.tsx'
import type { SavedLibrary } from './use-saved-library.ts'
import type { Visual } from './use-visual.ts'

/** What all parts of the editor share. */
export interface VisualShared {
  visual: Visual
  /** What the head of the mail says of its elements. */
  looks: Looks
  brand: Brand | undefined
  fields: readonly MergeField[]
  /** May be changed. */
  mayWrite: boolean
  /** Problems by the id of the block that has them. */
  problems: ReadonlyMap<number, readonly Problem[]>
  /** Merge fields that no contact has, as the problems name them. */
  unknown: ReadonlySet<string>
  /** The text that is being written. */
  view: EditorView | undefined
  onView: (view: EditorView | undefined) => void
  /** The text that is chosen, and what is around it: dragging them would take the place of choosing letters. */
  undraggable: ReadonlySet<number>
  /** The blocks of the application's library. */
  saved: SavedLibrary
  /** The template that is edited; undefined while it is new. */
  uuid: string | undefined
  /** Set while writing in the chosen text is to begin. */
  start: WritingStart | undefined
  beginWriting: (start?: WritingStart) => void
  endWriting: () => void
  isLinkOpen: boolean
  onLinkOpen: (open: boolean) => void
}

export const VisualContext = createContext<VisualShared | undefined>(undefined)

export function useVisualShared(): VisualShared {
  const shared = use(VisualContext)
  if (!shared) throw new Error('Only inside of the visual editor.')
  return shared
}

/** What every drawn block looks at; it stays the same while a text is written, so that only that text is drawn anew. */
export interface CanvasShared extends Pick<
  VisualShared,
  'looks' | 'mayWrite' | 'unknown' | 'undraggable' | 'beginWriting'
> {
  chosen: number | null
  choose: (id: number | null) => void
  /** Of the saved blocks, by their ids. */
  savedNames: ReadonlyMap<string, string>
}

export const CanvasContext = createContext<CanvasShared | undefined>(undefined)

export function useCanvasShared(): CanvasShared {
  const shared = use(CanvasContext)
  if (!shared) throw new Error('Only inside of the visual editor.')
  return shared
}
