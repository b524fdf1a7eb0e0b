import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { type AnyEndpoint, call, type Data, type Input } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { useSettled } from '../../ui/feedback/use-settled.ts'

/** Choices and words come in bursts. */
const PAUSE_MS = 300

export interface LiveAnswer<Answer> {
  /** The newest answer; it belongs to what was typed a moment ago at most. */
  data: Answer | undefined
  /** It belongs to what is there now. */
  isCurrent: boolean
  error: ApiError | null
  again: () => void
}

interface LiveOptions {
  pauseMs?: number
  enabled?: boolean
  /** Asks again after this many milliseconds, even if nothing changed. */
  everyMs?: number
  /** The last answer stays beside a failure, which is shown at once. */
  stays?: boolean
}

/** What the server answers to what is typed: asked at once, then after each pause. An answer stays until the next one. */
export function useLiveAnswer<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  { pauseMs = PAUSE_MS, enabled = true, everyMs, stays = false }: LiveOptions = {},
): LiveAnswer<Data<E>> {
  const now = JSON.stringify(input)
  const settled = useSettled(now, pauseMs)
  const { data, error, refetch, isPlaceholderData } = useQuery<Data<E>, ApiError>({
    queryKey: keyOf(endpoint, settled),
    queryFn: ({ signal }) => call(endpoint, JSON.parse(settled) as Input<E>, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: everyMs ?? false,
    ...(stays && { retry: false }),
  })
  const latest = useLatest(data)
  return {
    data: stays ? latest : data,
    isCurrent: settled === now && !isPlaceholderData,
    error,
    again: () => void refetch(),
  }
}

/** The last value that was there. */
export function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
