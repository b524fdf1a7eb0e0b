import { type EmailContent, type Preview, previewTemplate } from '@notifly/contracts/templates/templates'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'

const PAUSE_MS = 300

export interface LivePreview {
  /** The newest answer; its problems belong to the text of a moment ago at most. */
  data: Preview | undefined
  /** The newest HTML and text that could be rendered. */
  html: string
  text: string
  /** What stands in `html` is older than the text, which cannot be rendered as it is. */
  isStale: boolean
  error: ApiError | undefined
  again: () => void
}

/** Renders on the server as one types, after each pause. The last good picture stays while the text is broken. */
export function usePreview(content: EmailContent, contactUuid: string | undefined): LivePreview {
  const [data, setData] = useState<Preview>()
  const [good, setGood] = useState({ html: '', text: '' })
  const [error, setError] = useState<ApiError>()
  const [attempt, setAttempt] = useState(0)
  const pauseMs = useRef(0)
  const { subject, preheader, html: source = '', text } = content
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      const parts = { subject, preheader, html: source, ...(text !== undefined && { text }) }
      const who = contactUuid === undefined ? {} : { contact_uuid: contactUuid }
      try {
        const options = { quiet: true, signal: stop.signal }
        const answer = await call(previewTemplate, { body: { content: parts, ...who } }, options)
        if (stop.signal.aborted) return
        setData(answer)
        setError(undefined)
        if (answer.html !== '' || source.trim() === '') setGood(answer)
      } catch (thrown) {
        if (stop.signal.aborted) return
        if (!(thrown instanceof ApiError)) throw thrown
        setError(thrown)
      }
    }
    const timer = setTimeout(() => void ask(), pauseMs.current)
    pauseMs.current = PAUSE_MS
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [subject, preheader, source, text, contactUuid, attempt])
  const again = () => setAttempt(attempt + 1)
  const { html, text: plain } = good
  return { data, html, text: plain, isStale: data?.html === '' && html !== '', error, again }
}
