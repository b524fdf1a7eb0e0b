import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  createTemplate,
  listTemplates,
  listTemplateVersions,
  readTemplate,
  type Template,
  updateTemplate,
} from '@notifly/contracts/templates/templates'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { callWithMeta } from '../../../api/client.ts'
import { queryClient, readOptions, refresh } from '../../../api/queries.ts'
import type { Reopened } from '../../../components/approvals/use-request.ts'
import { beginHandover, endHandover, clearHandover } from '../../../components/email/code/first-save.ts'
import type { EditorContent } from '../../../components/email/content.ts'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { paths } from '../../../paths.ts'
import { type EditorKind, isSame, type SavedState } from './content.ts'
import { clearStoredText, storeText, type StoragePlace, type StoredText, readKeptText } from './stored-text.ts'
import { clearTyped, storeUnsavedParts, withTyped } from './unsaved-parts.ts'

const KEEP_AFTER_MS = 400

export interface EditorState<Content = EditorContent> {
  content: Content
  change: (part: Partial<Content>) => void
  saved: SavedState<Content>
  dirty: boolean
  /** `dirty` of this very moment: saving leads away before the page is drawn anew. */
  isDirtyNow: () => boolean
  saving: boolean
  /** The user may write it, and nothing waits for approval. */
  maySave: boolean
  failure: ApiError | undefined
  /** What the failure says of one field. */
  faultOf: (field: string) => string | undefined
  /** Gives what an editor of its own has not handed over yet; saving asks for it first. */
  askFirst: (give: ReadContent<Content> | undefined) => void
  /** Saves as the next version; `over` saves it after another person's, of that number or whatever is newest. */
  save: (over?: number | 'newest') => Promise<void>
  /** Text of an earlier visit that was never saved. */
  kept: StoredText<Content> | undefined
  takeKept: () => void
  dropKept: () => void
  /** Keeps what was typed for the next visit, at once; false where the browser can't. */
  keep: () => boolean
  /** The server has another newest version now. */
  replace: (template: Template) => void
  /** What a template says of this kind. */
  read: (template: Template) => Content
}

/** Undefined: everything is handed over. */
export type ReadContent<Content = EditorContent> = () => Promise<Partial<Content> | undefined>

/** What the bar and the notes above a text look at, whatever is being edited. */
export type AnyEditor = EditorState<{ name: string }>

export interface EditorProps {
  /** What is saved; absent while the template is new. */
  template?: Template
  /** The rejected request that is being corrected. */
  reopened: Reopened
  /** What a new one is born with: those of the template that it is a copy of. */
  tags?: readonly string[] | undefined
}

interface EditorOptions<Content> extends EditorProps {
  kind: EditorKind<Content>
  /** What a new template begins with; nothing by default. */
  first?: Content
}

/** The text being edited, what the server has of it, and what this browser keeps in between. */
export function useEditor<Content extends { name: string }>(options: EditorOptions<Content>): EditorState<Content> {
  const { kind, template, reopened, first, tags } = options
  const slug = useSlug()
  const uuid = template?.uuid
  const showPageOf = useOwnPage(slug)
  const mayWrite = useCan(ACTIVITY.templateEmail, template === undefined ? 'create' : 'update')
  const [saved, setSaved] = useState(() => (template ? savedOf(kind, template) : unsaved(first ?? kind.read({}))))
  const [content, setContent] = useState(() =>
    reopened.request ? kind.read(reopened.request.payload as Partial<Template>) : withTyped(saved.content, uuid),
  )
  const dirty = !isSame(kind, content, saved.content)
  const { isDirtyNow, noteSaved } = useNow(kind, content, dirty)
  const { kept, dropKept, settleKept, keep } = useKeptText({ kind, slug, uuid }, { content, saved, dirty })

  const asked = { kind, uuid, content, tags, reopens: reopened.reopens, version: basisOf(saved) }
  const { failure, forgetFailure, ...saving } = useSaving(asked, async (next, written) => {
    setSaved({ ...(next ?? saved), content: written })
    const created = uuid === undefined ? next?.uuid : undefined
    noteSaved(content, created)
    dropKept()
    await Promise.all([listTemplates, readTemplate, listTemplateVersions].map(each => refresh(each)))
    if (created !== undefined) await showPageOf(created)
  })

  return {
    content,
    change: part => {
      if (part.name !== undefined) forgetFailure()
      setContent(current => ({ ...current, ...part }))
    },
    saved,
    dirty,
    isDirtyNow,
    ...saving,
    maySave: mayWrite && template?.approval_uuid === undefined,
    failure,
    faultOf: field => faultOf(failure, field),
    kept,
    takeKept: () => {
      if (kept) {
        setContent(kept.content)
        // What was saved since is not overwritten unseen.
        setSaved({ ...saved, basis: kept.version })
      }
      settleKept()
    },
    dropKept,
    keep,
    replace: next => {
      const restored = savedOf(kind, next)
      setSaved(restored)
      setContent(restored.content)
      forgetFailure()
      dropKept()
    },
    read: kind.read,
  }
}

/** Shows a new template on its own page, which is read before: the editors follow each other without a gap. */
function useOwnPage(slug: string): (uuid: string) => Promise<void> {
  const goTo = useGoTo()
  return async uuid => {
    await queryClient.prefetchQuery(readOptions(readTemplate, { params: { uuid } }))
    await goTo(paths.template(slug, uuid), { replace: true })
  }
}

/** What holds at this very moment: a save leads away before the page is drawn anew. */
function useNow<Content>(kind: EditorKind<Content>, content: Content, dirty: boolean) {
  const dirtyNow = useRef(dirty)
  useEffect(() => {
    dirtyNow.current = dirty
  }, [dirty])
  const contentNow = useRef(content)
  const created = useRef<{ uuid: string; sent: Content }>(undefined)
  useEffect(() => {
    contentNow.current = content
    if (created.current) storeUnsavedParts(created.current.uuid, kind, created.current.sent, content)
  }, [content, kind])
  /** `sent` is saved. What was typed since stays unsaved, or goes along to the page of the template that was created by it. */
  const noteSaved = (sent: Content, uuid: string | undefined) => {
    dirtyNow.current = uuid === undefined && !isSame(kind, contentNow.current, sent)
    if (uuid === undefined) return
    created.current = { uuid, sent }
    storeUnsavedParts(uuid, kind, sent, contentNow.current)
  }
  return { isDirtyNow: () => dirtyNow.current, noteSaved }
}

/** The version that what is written began with. */
function basisOf<Content>({ basis, version }: SavedState<Content>): number {
  return basis ?? version
}

function unsaved<Content>(content: Content): SavedState<Content> {
  return { content, version: 0, savedOn: null }
}

function savedOf<Content>(kind: EditorKind<Content>, template: Template): SavedState<Content> {
  return { content: kind.read(template), version: template.version, savedOn: template.updated_on }
}

function faultOf(failure: ApiError | undefined, name: string): string | undefined {
  const fault = failure?.errors.find(({ field }) => field === name)
  return fault && translateSentence(fault)
}

/** Saves the present content, once at a time. */
function useSaving<Content extends { name: string }>(
  asked: Save<Content>,
  onSaved: (next: Awaited<ReturnType<typeof saveContent>>, content: Content) => Promise<void>,
) {
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const isNew = asked.uuid === undefined
  useEffect(() => {
    if (isNew) return
    endHandover()
    return () => {
      clearHandover()
      clearTyped()
    }
  }, [isNew])
  const give = useRef<ReadContent<Content>>(undefined)
  const askFirst = useCallback((next: ReadContent<Content> | undefined) => {
    give.current = next
  }, [])
  const save = async (over?: number | 'newest') => {
    if (saving) return
    setSaving(true)
    setFailure(undefined)
    try {
      const version = over === 'newest' ? undefined : (over ?? asked.version)
      const content = { ...asked.content, ...(await give.current?.()) }
      const next = await saveContent({ ...asked, content, version })
      if (isNew && next !== null) beginHandover()
      await onSaved(next, content)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return { saving, askFirst, save, failure, forgetFailure: () => setFailure(undefined) }
}

interface Save<Content> {
  kind: EditorKind<Content>
  uuid: string | undefined
  content: Content
  tags: readonly string[] | undefined
  reopens: Reopened['reopens']
  version: number | undefined
}

/** What was saved; null where it waits for approval: then the text is neither lost nor saved here. */
async function saveContent<Content extends { name: string }>(save: Save<Content>) {
  const { kind, uuid, content, tags, reopens, version } = save
  const body = { type: kind.type, ...content, ...reopens }
  const { data, makerChecker } =
    uuid === undefined
      ? await callWithMeta(createTemplate, { body: { ...body, ...(tags && { tags: [...tags] }) } })
      : await callWithMeta(updateTemplate, {
          params: { uuid },
          body: { ...body, ...(version !== undefined && { version }) },
        })
  return makerChecker ? null : { uuid: data.template_uuid, version: data.version, savedOn: data.updated_on }
}

function offered<Content>(place: StoragePlace<Content>, saved: Content): StoredText<Content> | undefined {
  const kept = readKeptText(place)
  return kept && !isSame(place.kind, kept.content, saved) ? kept : undefined
}

interface Keeping<Content> {
  content: Content
  saved: SavedState<Content>
  dirty: boolean
}

/** Keeps unsaved text in this browser, and knows what an earlier visit has left there. */
function useKeptText<Content>(
  { kind, slug, uuid }: StoragePlace<Content>,
  { content, saved, dirty }: Keeping<Content>,
) {
  const place = useMemo(() => ({ kind, slug, uuid }), [kind, slug, uuid])
  const [kept, setKept] = useState(() => offered(place, saved.content))
  const version = basisOf(saved)
  const hasOffer = kept !== undefined
  // From its first save on what is typed is the template's, and no longer that of a new one.
  const isToKeep = dirty && (uuid !== undefined || saved.version === 0)
  const keep = useCallback(
    () => storeText(place, { content, version, keptOn: Math.floor(Date.now() / 1000) }),
    [place, content, version],
  )
  useEffect(() => {
    if (!isToKeep) {
      // What is offered waits for an answer; it is only overwritten once something new was typed.
      if (!hasOffer) clearStoredText(place)
      return
    }
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [place, keep, isToKeep, hasOffer])
  const dropKept = () => {
    clearStoredText(place)
    setKept(undefined)
  }
  return { kept, dropKept, keep, settleKept: () => setKept(undefined) }
}
