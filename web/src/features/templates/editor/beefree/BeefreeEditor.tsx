import { openEditorSession } from '@notifly/contracts/templates/editor-session'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../api/client.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'

export interface BeefreeEditorProps {
  /** What Beefree handed over the last time; undefined for a new mail. */
  document: string | undefined
  /** What its script needs, as the server opened it. */
  session: { plugin_url: string; session: unknown }
  mergeTags: readonly MergeTag[]
  /** The mail as it is now, a moment after each change. */
  onChange: (content: BeefreeContent) => void
  /** Takes what gives the mail of this very moment. */
  askFirst: (give: (() => Promise<BeefreeContent | undefined>) | undefined) => void
}

export interface MergeTag {
  name: string
  /** Inserted as it is. */
  value: string
}

export interface BeefreeContent {
  document: string
  html: string
}

/** What the frame says. */
interface Told {
  ready?: boolean
  changed?: boolean
  saved?: BeefreeContent
  failed?: number | string
}

/** A session of twelve hours has ended. */
const SESSION_ENDED = 5101
/** Its script writes the whole mail for each save. */
const QUIET_MS = 600
/** Who saves waits no longer for a script that does not answer. */
const ANSWER_MS = 5000

/** Beefree's editor, in a frame whose policy alone lets its script in. */
export function BeefreeEditor(props: BeefreeEditorProps) {
  const { t, i18n } = useTranslation('templates')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isBroken, setBroken] = useState(false)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // What the frame has. Another document came from elsewhere: a restored version, what somebody else saved.
  const held = useRef(props.document)
  const isAhead = useRef(false)
  const waiting = useRef<(content: BeefreeContent) => void>(undefined)
  useEffect(() => {
    if (props.document === held.current) return
    held.current = props.document
    frame.current?.contentWindow?.postMessage({ load: props.document ?? null }, location.origin)
  }, [props.document])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = (message: object) => frame.current?.contentWindow?.postMessage(message, location.origin)
    const renew = () =>
      void call(openEditorSession, {}).then(
        ({ session }) => send({ session }),
        () => setBroken(true),
      )
    const listen = ({ source, origin, data }: MessageEvent<Told | null>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin || data === null) return
      const { document, session, mergeTags, onChange } = latest.current
      if (data.ready) {
        const { plugin_url: pluginUrl, session: opened } = session
        const language = languageOf(i18n.language)
        send({ start: { pluginUrl, session: opened, language, mergeTags, document: document ?? null } })
      }
      if (data.changed) {
        isAhead.current = true
        clearTimeout(timer)
        timer = setTimeout(() => send({ save: true }), QUIET_MS)
      }
      if (data.saved) {
        held.current = data.saved.document
        isAhead.current = false
        onChange(data.saved)
        waiting.current?.(data.saved)
      }
      if (data.failed === SESSION_ENDED) renew()
      else if (data.failed !== undefined) setBroken(true)
    }
    window.addEventListener('message', listen)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', listen)
    }
  }, [i18n])
  const { askFirst } = props
  useEffect(() => {
    askFirst(() =>
      isAhead.current
        ? new Promise(resolve => {
            waiting.current = resolve
            setTimeout(() => resolve(undefined), ANSWER_MS)
            frame.current?.contentWindow?.postMessage({ save: true }, location.origin)
          })
        : Promise.resolve(undefined),
    )
    return () => askFirst(undefined)
  }, [askFirst])
  return (
    <div className="flex size-full flex-col">
      {isBroken && (
        <Alert tone="danger" live className="m-3">
          {t('beefree.broken')}
        </Alert>
      )}
      <iframe
        ref={frame}
        src="/beefree-frame.html"
        title={t('beefree.title')}
        className="block min-h-0 flex-1 border-0"
      />
    </div>
  )
}

const LANGUAGES: Readonly<Record<string, string>> = { es: 'es-ES', fr: 'fr-FR' }

/** Beefree has no Hindi. */
function languageOf(language: string): string {
  return LANGUAGES[language] ?? 'en-US'
}
