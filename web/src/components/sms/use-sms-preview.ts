import { previewSms, type SmsPreview } from '@notifly/contracts/sms/sms'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'

const PAUSE_MS = 300

export interface LiveSms {
  /** The newest answer; it belongs to the text of a moment ago at most. */
  data: SmsPreview | undefined
  /** The newest text that could be rendered. */
  text: string
  /** What stands in `text` is older than the source, which cannot be rendered as it is. */
  isStale: boolean
  /** Nothing could be rendered so far, for the source's errors. */
  isBroken: boolean
  error: ApiError | undefined
  again: () => void
}

interface SmsPreviewOptions {
  contactUuid?: string | undefined
  /** Links are shown as the short addresses that they leave as; absent: as they stand for a text with this id or without. */
  trackLinks?: boolean | undefined
  dltTemplateId?: string | undefined
}

/** Renders and measures on the server as one types, after each pause. The last good text stays while the source is broken. */
export function useSmsPreview(source: string, options: SmsPreviewOptions = {}): LiveSms {
  const { contactUuid, trackLinks, dltTemplateId } = options
  const [data, setData] = useState<SmsPreview>()
  const [good, setGood] = useState('')
  const [error, setError] = useState<ApiError>()
  const [attempt, setAttempt] = useState(0)
  const pauseMs = useRef(0)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      const body = {
        text: source,
        ...(contactUuid !== undefined && { contact_uuid: contactUuid }),
        ...(trackLinks !== undefined && { track_links: trackLinks }),
        ...(dltTemplateId && { dlt_template_id: dltTemplateId }),
      }
      try {
        const answer = await call(previewSms, { body }, { quiet: true, signal: stop.signal })
        if (stop.signal.aborted) return
        setData(answer)
        setError(undefined)
        if (answer.text !== '' || source.trim() === '') setGood(answer.text)
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
  }, [source, contactUuid, trackLinks, dltTemplateId, attempt])
  const again = () => setAttempt(attempt + 1)
  const isEmpty = data?.text === '' && source.trim() !== ''
  const isBroken = isEmpty && good === '' && data.problems.some(({ severity }) => severity === 'error')
  return { data, text: good, isStale: isEmpty && good !== '', isBroken, error, again }
}
