import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { CONFIRM_IDENTITY } from './identity.ts'
import {
  type AnyEndpoint,
  call,
  callWithMeta,
  type CallOptions,
  callPage,
  type Data,
  type Input,
  type Page,
  type Result,
} from './client.ts'
import { session } from './session.ts'
import { announce } from './signals.ts'

/** React Query over the client: keys, retry rule and the hooks that pages use to read and write. */

type Row<E extends AnyEndpoint> = Data<E> extends (infer Each)[] ? Each : never

/** Failures that a retry cannot fix. */
const FINAL_STATUSES = [400, 401, 403, 404, 413, 415, 429]

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && FINAL_STATUSES.includes(error.status)),
      retryDelay: 300,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The cache key of a read; the token's application is part of it, so that no application sees another's rows. */
export function keyOf(endpoint: AnyEndpoint, input: unknown = {}): readonly unknown[] {
  return [endpoint.path, session.get()?.application_uuid ?? null, input]
}

/** The read that `useRead` makes, for loaders and prefetching. */
export function readOptions<E extends AnyEndpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}) {
  return queryOptions<Data<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => readOnce(endpoint, input, { ...options, signal }),
  })
}

/** An answer without data is cached as null: undefined would mean that nothing was read yet. */
async function readOnce<E extends AnyEndpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Data<E>> {
  return ((await call(endpoint, input, options)) ?? null) as Data<E>
}

export interface ReadOptions {
  enabled?: boolean
  /** Sent once and never aborted, because the read uses something up, such as a link from an email. */
  once?: boolean
  /** Reads again after this many milliseconds, without the loading bar. */
  pollMs?: number | false
}

/** Reads one thing. A failure is retried once, then it is in `error`. */
export function useRead<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: ReadOptions = {},
): UseQueryResult<Data<E>, ApiError> {
  return useQuery({
    ...readOptions(endpoint, input, { quiet: Boolean(options.pollMs) }),
    ...(options.once && {
      queryFn: () => readOnce(endpoint, input),
      staleTime: Number.POSITIVE_INFINITY,
    }),
    enabled: options.enabled ?? true,
    refetchInterval: options.pollMs ?? false,
  })
}

/** Reads one page of a list; the previous rows stay (`isPlaceholderData`) while the next page loads. */
export function useReadPage<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: ReadOptions = {},
): UseQueryResult<Page<Row<E>>, ApiError> {
  return useQuery<Page<Row<E>>, ApiError>({
    queryKey: [...keyOf(endpoint, input), 'page'],
    queryFn: ({ signal }) => callPage(endpoint, input, { signal, quiet: Boolean(options.pollMs) }),
    enabled: options.enabled ?? true,
    refetchInterval: options.pollMs ?? false,
    placeholderData: keepPreviousData,
  })
}

/** Prefetches one page of a list if its cache is stale. Failures are ignored. */
export function prefetchPage<E extends AnyEndpoint>(endpoint: E, input: Input<E>): Promise<void> {
  return queryClient.prefetchQuery({
    queryKey: [...keyOf(endpoint, input), 'page'],
    queryFn: ({ signal }) => callPage(endpoint, input, { signal, quiet: true }),
  })
}

export interface WriteOptions<E extends AnyEndpoint, Given extends Input<E> = Input<E>> {
  /** Endpoints to read again after the write. */
  refreshes?: readonly AnyEndpoint[]
  onDone?: (result: Result<Data<E>>, input: Given) => void | Promise<void>
  /** `form`: the caller shows the failure beside its fields. Otherwise it becomes a toast. */
  failure?: 'toast' | 'form'
  /** The server's message becomes a toast unless silent. */
  success?: 'toast' | 'silent'
}

/**
 * Writes. Shows the answer's message and reads again what changed. A failure is reported exactly once: in the form, in the page (its own
 * codes, 401), in the forbidden dialog, or as a toast.
 */
export function useWrite<E extends AnyEndpoint>(endpoint: E, options: WriteOptions<E> = {}) {
  return useMutation<Result<Data<E>>, ApiError, Input<E>>(
    useWriting(options, (input: Input<E>) => callWithMeta(endpoint, input)),
  )
}

/** Like `useWrite`, if several endpoints do the same to things of different kinds: the input's `on` says which. */
export function useWriteOn<Which, E extends AnyEndpoint>(
  endpointOf: (which: Which) => E,
  options: WriteOptions<E, InputOn<Which, E>> = {},
) {
  return useMutation<Result<Data<E>>, ApiError, InputOn<Which, E>>(
    useWriting(options, (input: InputOn<Which, E>) => callWithMeta(endpointOf(input.on), input)),
  )
}

type InputOn<Which, E extends AnyEndpoint> = Input<E> & { on: Which }

function useWriting<E extends AnyEndpoint, Given extends Input<E>>(
  options: WriteOptions<E, Given>,
  mutationFn: (input: Given) => Promise<Result<Data<E>>>,
) {
  const client = useQueryClient()
  return {
    mutationFn,
    onSuccess: async (result: Result<Data<E>>, input: Given) => {
      if (result.message && options.success !== 'silent') announce({ tone: 'success', message: result.message })
      await Promise.all((options.refreshes ?? []).map(each => refresh(each, client)))
      await options.onDone?.(result, input)
    },
    onError: (error: ApiError) => {
      const toldElsewhere = error.status === 403 || error.status === 401 || options.failure === 'form'
      // Cancelling the identity dialog is not a failure.
      if (!toldElsewhere && error.code !== CONFIRM_IDENTITY) announce({ tone: 'danger', message: error })
    },
  }
}

/** Reads an endpoint's cached answers again, in every application. */
export function refresh(endpoint: AnyEndpoint, client: QueryClient = queryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [endpoint.path] })
}
