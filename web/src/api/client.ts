/**
 * The only way to call the API: `call` for an answer, `callPage` for one page of a list. Paths, methods and types come from the contracts.
 */
import { type Answer, PAGING_HEADERS, PER_PAGE_DEFAULT } from '@notifly/contracts/answer'
import { type Endpoint, fillPath } from '@notifly/contracts/endpoint'
import type * as z from 'zod/mini'
import { ApiError, replacesPage, messageOf } from './api-error.ts'
import { confirmIdentity, CONFIRM_IDENTITY } from './identity.ts'
import { authorized, refreshRights } from './session.ts'
import { countCall, lastFailedRequest, setFlags } from './signals.ts'
import { exchange, readAnswer } from './transport.ts'
import type { TranslatableText } from '@notifly/contracts/sentences/sentence'

type Schemas<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, infer Data>
    ? { params: Params; query: Query; body: Body; data: Data }
    : never

type Given<Name extends string, Schema> = Schema extends z.ZodMiniType
  ? z.output<Schema> extends undefined
    ? unknown
    : object extends z.input<Schema>
      ? { [Key in Name]?: z.input<Schema> }
      : { [Key in Name]: z.input<Schema> }
  : never

export type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>

/** The input of an endpoint: `params`, `query` and `body`, each only if the endpoint has it. */
export type Input<E extends AnyEndpoint> = Given<'params', Schemas<E>['params']> &
  Given<'query', Schemas<E>['query']> &
  Given<'body', Schemas<E>['body']>

/** The type of an endpoint's `data`. */
export type Data<E extends AnyEndpoint> = z.output<Schemas<E>['data']>

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Does not show the loading bar: for polling, saving drafts and renewing. */
  quiet?: boolean
  /** This call confirms the person's identity: to it, 1006 is a wrong answer, not a question. */
  isConfirmation?: boolean
}

export interface Result<Value> {
  data: Value
  message: TranslatableText | undefined
  /** The write was stored as an approval request; `data` is then that of the request, not of the endpoint. */
  makerChecker: boolean
}

export interface Paging {
  total: number
  pages: number
  page: number
  next: number | undefined
  previous: number | undefined
  /** If older entries are left out: the time of the oldest one that is included, in epoch seconds. */
  reachesTo: number | undefined
  /** Where they are left out by their number: what `before` takes to go on. */
  goesOnBefore: string | undefined
}

export interface Page<Row> {
  rows: Row[]
  paging: Paging
}

interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Calls an endpoint and returns its data. Throws ApiError. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Data<E>> {
  return (await callWithMeta(endpoint, input, options)).data
}

/** Like `call`, but also returns the answer's message and whether it waits for approval. */
export async function callWithMeta<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Result<Data<E>>> {
  const { answer } = await send<Data<E>>(endpoint, input, options)
  const makerChecker = answer?.maker_checker === true
  if (makerChecker) setFlags({ makerChecker: true })
  return { data: answer?.data as Data<E>, message: answer && messageOf(answer), makerChecker }
}

/** Reads one page of a list, with the numbers in the paging headers. Throws ApiError. */
export async function callPage<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Page<Data<E> extends (infer Row)[] ? Row : never>> {
  const { answer, response } = await send<(Data<E> extends (infer Row)[] ? Row : never)[]>(endpoint, input, options)
  const rows = answer?.data ?? []
  return { rows, paging: readPaging(response.headers, rows.length) }
}

/** The address of an endpoint with its parameters; missing and empty query values are left out. */
export function addressOf(endpoint: AnyEndpoint, input: unknown): string {
  const { params, query } = input as LooseInput
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  const text = search.toString()
  return fillPath(endpoint.path, params) + (text ? `?${text}` : '')
}

async function send<Value>(
  endpoint: AnyEndpoint,
  input: unknown,
  options: CallOptions,
): Promise<{ answer: Answer<Value> | undefined; response: Response }> {
  const request = {
    method: endpoint.method,
    path: addressOf(endpoint, input),
    body: (input as LooseInput).body,
    signal: options.signal,
  }
  const done = options.quiet ? undefined : countCall()
  try {
    const make = () => (endpoint.access === 'session' ? exchange(request) : authorized(request))
    const response = await (options.isConfirmation ? make() : confirmed(make))
    if (endpoint.access !== 'public') setFlags({ unauthorized: false })
    return { answer: await readAnswer<Value>(response), response }
  } catch (error) {
    if (error instanceof ApiError) reportPageFailure(error)
    throw error
  } finally {
    done?.()
  }
}

/** Makes a call. If the server requires the person to confirm their identity, asks and makes it again. */
async function confirmed(make: () => Promise<Response>): Promise<Response> {
  try {
    return await make()
  } catch (error) {
    // A wrong password in the call's own body is shown at its field.
    const isQuestion = error instanceof ApiError && error.code === CONFIRM_IDENTITY && error.errors.length === 0
    if (!isQuestion || !(await confirmIdentity())) throw error
    return make()
  }
}

/** Reports failures that concern the whole page to the layouts; the caller gets the error as well. */
export function reportPageFailure(error: ApiError): void {
  if (error.status >= 500 || replacesPage(error)) lastFailedRequest.set(error.requestId)
  if (error.status === 403) refreshRights(error)
  if (replacesPage(error)) setFlags({ pageError: error })
  else if (error.status === 403 && error.method !== 'GET') setFlags({ forbidden: error })
}

function readPaging(headers: Headers, rowCount: number): Paging {
  const number = (name: string) => {
    const value = headers.get(name)
    return value === null ? undefined : Number(value)
  }
  const total = number(PAGING_HEADERS.totalCount) ?? rowCount
  return {
    total,
    pages: number(PAGING_HEADERS.totalPages) ?? Math.max(1, Math.ceil(total / PER_PAGE_DEFAULT)),
    page: number(PAGING_HEADERS.currentPage) ?? 1,
    next: number(PAGING_HEADERS.nextPage),
    previous: number(PAGING_HEADERS.previousPage),
    reachesTo: number(PAGING_HEADERS.reachesTo),
    goesOnBefore: headers.get(PAGING_HEADERS.goesOnBefore) ?? undefined,
  }
}
