import {
  createWhatsappTemplate,
  listWhatsappTemplates,
  readWhatsappSync,
  readWhatsappTemplate,
  updateWhatsappTemplate,
  type WhatsappTemplate,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import type { Input } from '../../api/client.ts'
import { useWrite } from '../../api/queries.ts'
import { useTranslateSentence } from '../../locales/use-translate-sentence.ts'
import { componentsOf, type Draft, draftOf, placeOf, switchedPart } from './draft.ts'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'

export interface TemplateWriting {
  /** The template that is written anew, as it was when that began; undefined: it is a new one. */
  existing: WhatsappTemplate | undefined
  draft: Draft
  change: (part: Partial<Draft>) => void
  isDirty: boolean
  /** The message at a place such as `body.text`, in the reader's language. */
  errorOf: (place: string) => string | undefined
  /** How many fields have one. */
  faults: number
  /** What the server said that belongs to no field. */
  failure: ApiError | undefined
  /** It was handed in with nothing changed, which would use up one of WhatsApp's changes. */
  isUnchanged: boolean
  isPending: boolean
  /** Counts how often it was handed in and not taken, so that the focus can go to the first fault. */
  refusals: number
  submit: () => void
}

interface Options {
  existing: WhatsappTemplate | undefined
  initial: Draft
  reopens: { reopens?: string }
  tags: readonly string[] | undefined
  onDone: (uuid: string | undefined) => void
}

/** How it was not taken: what is wrong at which place, or of the whole. */
interface Refused {
  places: ReadonlyMap<string, string>
  failure: ApiError | undefined
  isUnchanged: boolean
  times: number
}

const NOT_REFUSED: Refused = { places: new Map(), failure: undefined, isUnchanged: false, times: 0 }

/** A template being written: checked by WhatsApp's rules as soon as it was handed in once, and again by the server. */
export function useTemplate({ existing, initial, reopens, tags, onDone }: Options): TemplateWriting {
  const { t } = useTranslation('whatsapp')
  const translateSentence = useTranslateSentence()
  const [draft, setDraft] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [done, setDone] = useState<{ uuid: string | undefined }>()
  const [refused, setRefused] = useState(NOT_REFUSED)
  const { handIn, isPending } = useHandIn(existing)
  // Only once nothing is unsaved any more may the page be left without a question.
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    if (done !== undefined) leave(done.uuid)
  }, [done])
  const components = componentsOf(draft)
  const { name, language, category } = draft
  const checked = createWhatsappTemplate.body?.safeParse({ name, language, category, components })
  const own = new Map<string, string>()
  const switched = existing && switchedPart(existing.components, components)
  if (switched !== undefined) own.set(`${switched}.text`, t('change.variablesKept'))
  for (const issue of checked?.error?.issues.toReversed() ?? [])
    own.set(placeOf(issue.path.join('.'), components), translateSentence(sentenceOfIssue(issue)))
  const messages = new Map([...refused.places, ...(isTried ? own : [])])

  const submit = () => {
    setTried(true)
    const times = refused.times + 1
    if (checked?.success !== true || own.size > 0) return setRefused({ ...NOT_REFUSED, times })
    const isUnchanged = existing !== undefined && isAsItWas(draft, existing)
    setRefused({ ...NOT_REFUSED, isUnchanged, times: refused.times })
    if (isUnchanged) return
    handIn({ ...checked.data, ...(tags && { tags: [...tags] }), ...reopens })
      .then(({ data, makerChecker }) => {
        setDone({ uuid: makerChecker ? undefined : data.template_uuid })
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const places = new Map(error.errors.map(each => [placeOf(each.field, components), translateSentence(each)]))
        setRefused({ ...NOT_REFUSED, places, failure: places.size === 0 ? error : undefined, times })
      })
  }

  return {
    existing,
    draft,
    change: part => {
      setDraft(before => ({ ...before, ...part }))
      setRefused(before => ({ ...before, places: new Map(), isUnchanged: false }))
    },
    isDirty: done === undefined && draft !== initial,
    errorOf: place => messages.get(place),
    faults: messages.size,
    failure: refused.failure,
    isUnchanged: refused.isUnchanged,
    isPending,
    refusals: refused.times,
    submit,
  }
}

type Body = NonNullable<Input<typeof createWhatsappTemplate>['body']>

/** Writes a template anew, or a new one. */
function useHandIn(existing: WhatsappTemplate | undefined) {
  const refreshes = [listWhatsappTemplates, readWhatsappTemplate, readWhatsappSync]
  const create = useWrite(createWhatsappTemplate, { refreshes, failure: 'form' })
  const update = useWrite(updateWhatsappTemplate, { refreshes, failure: 'form' })
  return {
    handIn: (body: Body) =>
      existing === undefined
        ? create.mutateAsync({ body })
        : update.mutateAsync({ params: { uuid: existing.uuid }, body }),
    isPending: create.isPending || update.isPending,
  }
}

/** Whether it says what the template says already. */
function isAsItWas(draft: Draft, existing: WhatsappTemplate): boolean {
  const sayingOf = (each: Draft) => JSON.stringify([each.category, componentsOf(each)])
  return sayingOf(draft) === sayingOf(draftOf(existing))
}
