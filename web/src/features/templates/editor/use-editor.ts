import {
  createTemplate,
  listTemplates,
  listTemplateVersions,
  readTemplate,
  updateTemplate,
} from '@notifly/contracts/templates'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { callFully } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import type { EditorContent } from '../../../components/mail/content.ts'
import { type EditorKind, isSame, type SavedState } from './content.ts'
import { forgetText, keepText, type KeptPlace, type KeptText, readKeptText } from './kept-text.ts'

const KEEP_AFTER_MS = 400

export interface EditorState<Content = EditorContent> {
  content: Content
  change: (part: Partial<Content>) => void
  saved: SavedState<Content>
  dirty: boolean
  /** `dirty` of this very moment: saving leads away before the page is drawn anew. */
  isDirtyNow: () => boolean
  saving: boolean
  failure: ApiError | undefined
  /** Saves as the next version; `over` puts it on top of somebody else's. */
  save: (over?: boolean) => Promise<void>
  /** Text of an earlier visit that was never saved. */
  kept: KeptText<Content> | undefined
  takeKept: () => void
  dropKept: () => void
  /** Keeps what was typed for the next visit, at once. */
  keep: () => void
  /** The server has another newest version now. */
  replace: (saved: SavedState<Content>) => void
}

/** What the bar and the notes above a text look at, whatever is being edited. */
export type AnyEditor = Omit<EditorState<{ name: string }>, 'replace'>

interface EditorOptions<Content> {
  kind: EditorKind<Content>
  slug: string
  /** Absent while the template is new. */
  uuid: string | undefined
  initial: SavedState<Content>
  /** What a rejected request asked for: the text begins with it. */
  start?: Content | undefined
  /** That request, for the save that answers it. */
  reopens?: { reopens?: string }
  onCreated: (uuid: string) => void | Promise<void>
}

/** The text being edited, what the server has of it, and what this browser keeps in between. */
export function useEditor<Content extends { name: string }>(options: EditorOptions<Content>): EditorState<Content> {
  const { kind, slug, uuid, initial, start, reopens, onCreated } = options
  const [saved, setSaved] = useState(initial)
  const [content, setContent] = useState(start ?? initial.content)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const dirty = !isSame(kind, content, saved.content)
  const dirtyNow = useRef(dirty)
  useEffect(() => {
    dirtyNow.current = dirty
  }, [dirty])
  const { kept, dropKept, settleKept, keep } = useKeptText({ kind, slug, uuid }, { content, saved, dirty })

  const save = async (over = false) => {
    if (saving) return
    setSaving(true)
    setFailure(undefined)
    try {
      const next = await saveContent({ kind, uuid, content, reopens, version: over ? undefined : saved.version })
      setSaved({ ...(next ?? saved), content })
      dirtyNow.current = false
      dropKept()
      await Promise.all([listTemplates, readTemplate, listTemplateVersions].map(each => refresh(each)))
      if (uuid === undefined && next !== null) await onCreated(next.uuid)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    content,
    change: part => {
      if (part.name !== undefined) setFailure(undefined)
      setContent(current => ({ ...current, ...part }))
    },
    saved,
    dirty,
    isDirtyNow: () => dirtyNow.current,
    saving,
    failure,
    save,
    kept,
    takeKept: () => {
      if (kept) setContent(kept.content)
      settleKept()
    },
    dropKept,
    keep,
    replace: next => {
      setSaved(next)
      setContent(next.content)
      setFailure(undefined)
      dropKept()
    },
  }
}

interface Save<Content> {
  kind: EditorKind<Content>
  uuid: string | undefined
  content: Content
  reopens: { reopens?: string } | undefined
  version: number | undefined
}

/** What was saved; null where it waits for approval: then the text is neither lost nor saved here. */
async function saveContent<Content extends { name: string }>({ kind, uuid, content, reopens, version }: Save<Content>) {
  const body = { type: kind.type, ...content, ...reopens }
  const { data, makerChecker } =
    uuid === undefined
      ? await callFully(createTemplate, { body })
      : await callFully(updateTemplate, {
          params: { uuid },
          body: { ...body, ...(version !== undefined && { version }) },
        })
  return makerChecker ? null : { uuid: data.template_uuid, version: data.version, savedOn: data.updated_on }
}

function offered<Content>(place: KeptPlace<Content>, saved: Content): KeptText<Content> | undefined {
  const kept = readKeptText(place)
  return kept && !isSame(place.kind, kept.content, saved) ? kept : undefined
}

interface Keeping<Content> {
  content: Content
  saved: SavedState<Content>
  dirty: boolean
}

/** Keeps unsaved text in this browser, and knows what an earlier visit has left there. */
function useKeptText<Content>({ kind, slug, uuid }: KeptPlace<Content>, { content, saved, dirty }: Keeping<Content>) {
  const place = useMemo(() => ({ kind, slug, uuid }), [kind, slug, uuid])
  const [kept, setKept] = useState(() => offered(place, saved.content))
  const { version } = saved
  const hasOffer = kept !== undefined
  const keep = useCallback(() => {
    keepText(place, { content, version, keptOn: Math.floor(Date.now() / 1000) })
  }, [place, content, version])
  useEffect(() => {
    if (!dirty) {
      // What is offered waits for an answer; it is only overwritten once something new was typed.
      if (!hasOffer) forgetText(place)
      return
    }
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [place, keep, dirty, hasOffer])
  const dropKept = () => {
    forgetText(place)
    setKept(undefined)
  }
  return { kept, dropKept, keep, settleKept: () => setKept(undefined) }
}
