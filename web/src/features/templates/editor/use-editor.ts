import { createTemplate, listTemplates, readTemplate, updateTemplate } from '@notifly/contracts/templates'
import { listTemplateVersions } from '@notifly/contracts/templates'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { callFully } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { type EditorContent, isSame, type SavedState } from './content.ts'
import { forgetText, keepText, type KeptText, readKeptText } from './kept-text.ts'

const KEEP_AFTER_MS = 400

export interface EditorState {
  content: EditorContent
  change: (part: Partial<EditorContent>) => void
  saved: SavedState
  dirty: boolean
  saving: boolean
  failure: ApiError | undefined
  /** Saves as the next version; `over` puts it on top of somebody else's. */
  save: (over?: boolean) => Promise<void>
  /** Text of an earlier visit that was never saved. */
  kept: KeptText | undefined
  takeKept: () => void
  dropKept: () => void
  /** The server has another newest version now. */
  replace: (saved: SavedState) => void
}

interface EditorOptions {
  slug: string
  /** Absent while the template is new. */
  uuid: string | undefined
  initial: SavedState
  onCreated: (uuid: string) => void | Promise<void>
}

/** The text being edited, what the server has of it, and what this browser keeps in between. */
export function useEditor({ slug, uuid, initial, onCreated }: EditorOptions): EditorState {
  const [saved, setSaved] = useState(initial)
  const [content, setContent] = useState(initial.content)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const [kept, setKept] = useState(() => offered(slug, uuid, initial.content))
  const dirty = !isSame(content, saved.content)
  useKeeping(slug, uuid, { content, version: saved.version, dirty, hasOffer: kept !== undefined })

  const save = async (over = false) => {
    if (saving) return
    setSaving(true)
    setFailure(undefined)
    try {
      const result = await write(uuid, content, over ? undefined : saved.version)
      if (result.makerChecker) return
      const { version, updated_on, template_uuid } = result.data
      setSaved({ content, version, savedOn: updated_on })
      forgetText(slug, uuid)
      setKept(undefined)
      await Promise.all([listTemplates, readTemplate, listTemplateVersions].map(each => refresh(each)))
      if (uuid === undefined) await onCreated(template_uuid)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    content,
    change: part => setContent(current => ({ ...current, ...part })),
    saved,
    dirty,
    saving,
    failure,
    save,
    kept,
    takeKept: () => {
      if (kept) setContent(kept.content)
      setKept(undefined)
    },
    dropKept: () => {
      forgetText(slug, uuid)
      setKept(undefined)
    },
    replace: next => {
      setSaved(next)
      setContent(next.content)
      setFailure(undefined)
      forgetText(slug, uuid)
    },
  }
}

function write(uuid: string | undefined, content: EditorContent, version: number | undefined) {
  const body = { type: 'Email' as const, ...content }
  if (uuid === undefined) return callFully(createTemplate, { body })
  return callFully(updateTemplate, { params: { uuid }, body: { ...body, ...(version !== undefined && { version }) } })
}

function offered(slug: string, uuid: string | undefined, saved: EditorContent): KeptText | undefined {
  const kept = readKeptText(slug, uuid)
  return kept && !isSame(kept.content, saved) ? kept : undefined
}

interface Keeping {
  content: EditorContent
  version: number
  dirty: boolean
  /** Older text waits for an answer: it is not overwritten before something new was typed. */
  hasOffer: boolean
}

function useKeeping(slug: string, uuid: string | undefined, { content, version, dirty, hasOffer }: Keeping): void {
  useEffect(() => {
    if (!dirty) {
      if (!hasOffer) forgetText(slug, uuid)
      return
    }
    const keep = () => keepText(slug, uuid, { content, version, keptOn: Math.floor(Date.now() / 1000) })
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [slug, uuid, content, version, dirty, hasOffer])
}
