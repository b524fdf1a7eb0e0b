import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { type AnyEndpoint, call, type Data, type Input } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { useSettled } from '../../ui/feedback/use-settled.ts'

/** Waits for a pause in typing. */
const PAUSE_MS = 300

export interface LiveAnswer<Answer> {
  /** The newest answer. It may belong to an earlier input; see `isCurrent`. */
  data: Answer | undefined
  /** Whether `data` belongs to the current input. */
  isCurrent: boolean
  error: ApiError | null
  again: () => void
}

interface LiveOptions {
  pauseMs?: number
  enabled?: boolean
  /** Repeats the request after this many milliseconds, even without a change. */
  everyMs?: number
  /** Keeps the last answer beside an error, which is then shown without retries. */
  stays?: boolean
}

/**
 * The server's answer to the current input: requested at once, then after each pause. An answer is kept until the next
 * one arrives.
 */
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

/** The last defined value. */
export function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
