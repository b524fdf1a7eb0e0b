import { createWhatsappTemplate, listWhatsappTemplates, readWhatsappSync } from '@notifly/contracts/whatsapp-templates'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useWrite } from '../../api/queries.ts'
import { serverText } from '../../locales/server-text.ts'
import { componentsOf, type Draft, placeOf } from './draft.ts'

export interface NewTemplate {
  draft: Draft
  change: (part: Partial<Draft>) => void
  isDirty: boolean
  /** The message at a place such as `body.text`, in the reader's language. */
  errorOf: (place: string) => string | undefined
  /** How many fields have one. */
  faults: number
  /** What the server said that belongs to no field. */
  failure: ApiError | undefined
  isPending: boolean
  /** Counts how often it was handed in and not taken, so that the focus can go to the first fault. */
  refusals: number
  submit: () => void
}

interface Options {
  initial: Draft
  reopens: { reopens?: string }
  onDone: (uuid: string | undefined) => void
}

/** How it was not taken: what is wrong at which place, or of the whole. */
interface Refused {
  places: ReadonlyMap<string, string>
  failure: ApiError | undefined
  times: number
}

/** A template being written: checked by WhatsApp's rules as soon as it was handed in once, and again by the server. */
export function useNewTemplate({ initial, reopens, onDone }: Options): NewTemplate {
  const [draft, setDraft] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [done, setDone] = useState<{ uuid: string | undefined }>()
  const [refused, setRefused] = useState<Refused>({ places: new Map(), failure: undefined, times: 0 })
  const write = useWrite(createWhatsappTemplate, {
    refreshes: [listWhatsappTemplates, readWhatsappSync],
    failure: 'form',
  })
  // Only once nothing is unsaved any more may the page be left without a question.
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    if (done !== undefined) leave(done.uuid)
  }, [done])
  const components = componentsOf(draft)
  const { name, language, category } = draft
  const checked = createWhatsappTemplate.body?.safeParse({ name, language, category, components })
  const own = new Map<string, string>()
  if (isTried && checked?.success === false) {
    for (const { path, message } of checked.error.issues.toReversed())
      own.set(placeOf(path.join('.'), components), message)
  }
  const messages = new Map([...refused.places, ...own])

  const submit = () => {
    setTried(true)
    const times = refused.times + 1
    const isRight = checked?.success === true
    setRefused({ places: new Map(), failure: undefined, times: isRight ? refused.times : times })
    if (!isRight) return
    write
      .mutateAsync({ body: { ...checked.data, ...reopens } })
      .then(({ data, makerChecker }) => {
        setDone({ uuid: makerChecker ? undefined : data.template_uuid })
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const places = new Map(error.errors.map(each => [placeOf(each.field, components), each.message]))
        setRefused({ places, failure: places.size === 0 ? error : undefined, times })
      })
  }

  return {
    draft,
    change: part => {
      setDraft(before => ({ ...before, ...part }))
      setRefused(before => ({ ...before, places: new Map() }))
    },
    isDirty: done === undefined && draft !== initial,
    errorOf: place => {
      const message = messages.get(place)
      return message === undefined ? undefined : serverText(message)
    },
    faults: messages.size,
    failure: refused.failure,
    isPending: write.isPending,
    refusals: refused.times,
    submit,
  }
}
