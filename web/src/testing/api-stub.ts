/** Replaces the server at the level of fetch: answers by method and path, and remembers what was asked. */
import { type Answer, PAGING_HEADERS } from '@notifly/contracts/answer'
import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { ACTIVITY_IDS } from '@notifly/contracts/roles/activities'
import { type ErrorName, ERRORS, type FieldError } from '@notifly/contracts/errors'
import { inWords } from '@notifly/contracts/sentences/english'
import type { SentenceKey } from '@notifly/contracts/sentences/sentence'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  token: string | undefined
  body: unknown
}

type Handler = (asked: Asked) => Response | Promise<Response>

export interface ApiStub {
  asked: Asked[]
  /** `on('GET /api/verticals', () => ok([]))`; a later handler of the same call replaces the earlier one. */
  on: (call: string, handler: Handler) => void
  restore: () => void
}

/** The stub in place; calls of a page that is being taken down come after it is gone. */
let current: ((call: Asked) => Response | Promise<Response>) | undefined
let wasEverStubbed = false
let isGuarded = false
const unstubbed: string[] = []

/**
 * For a test file: no call of a test reaches for a server that is not there. Answers the calls that no test stubbed. Files share
 * their page, which has one guard.
 */
export function guardServer(): string[] {
  wasEverStubbed = false
  if (isGuarded) return unstubbed
  isGuarded = true
  const original = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin)
    if (!/^\/(api|authP|_content|sdk)\//.test(url.pathname)) return original(input, init)
    const call: Asked = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      token: new Headers(init?.headers).get('Authorization')?.replace('Bearer ', ''),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
    }
    if (current) return current(call)
    // The page of a test that is over still asks; no test looks at what it does with the answer.
    if (wasEverStubbed) return failed('notFound')
    unstubbed.push(`${call.method} ${call.path}`)
    throw new TypeError(`Nothing stubs ${call.method} ${call.path}`)
  }
  return unstubbed
}

/** Puts the stub in place. Calls without a handler answer 404. */
export function stubApi(handlers: Record<string, Handler> = {}): ApiStub {
  const known = new Map(Object.entries(handlers))
  const asked: Asked[] = []
  const answer = (call: Asked) => {
    asked.push(call)
    return (known.get(`${call.method} ${call.path}`) ?? (() => failed('notFound')))(call)
  }
  current = answer
  wasEverStubbed = true
  return {
    asked,
    on: (call, handler) => known.set(call, handler),
    restore: () => {
      if (current === answer) current = undefined
    },
  }
}

/** A successful answer. */
export function ok(data?: unknown, rest: Partial<Answer> = {}): Response {
  return Response.json({ success: true, data, ...rest })
}

/** One page of a list with its headers. */
export function page(rows: unknown[], total = rows.length): Response {
  return Response.json(
    { success: true, data: rows },
    {
      headers: {
        [PAGING_HEADERS.totalCount]: String(total),
        [PAGING_HEADERS.totalPages]: String(Math.max(1, Math.ceil(total / 10))),
        [PAGING_HEADERS.currentPage]: '1',
      },
    },
  )
}

/** Without a key the text itself is shown. */
type StubbedError = Omit<FieldError, 'key'> & Partial<Pick<FieldError, 'key'>>

/** One of the failures that the product expects. */
export function failed(
  name: ErrorName,
  rest: { key?: SentenceKey; errors?: StubbedError[]; headers?: Record<string, string> } = {},
): Response {
  const { status, ...kind } = ERRORS[name]
  const said = inWords({ key: rest.key ?? `errors.${name}` })
  return Response.json(
    { success: false, ...said, ...('code' in kind && { error_code: kind.code }), errors: rest.errors },
    { status, headers: { 'X-Request-Id': '7f3a-19c2', ...rest.headers } },
  )
}

export const APPLICATION = '0198c0de-0000-7000-8000-000000000001'
export const ORGANIZATION = '0198c0de-0000-7000-8000-0000000000aa'

/** A signed-in owner of one application. */
export function user(change: Partial<UserDetails> = {}): UserDetails {
  return {
    uuid: '0198c0de-0000-7000-8000-0000000000ff',
    name: 'Asha Raman',
    email: 'asha@palmyra.example',
    token: 'token-1',
    token_expires_on: Math.floor(Date.now() / 1000) + 3600,
    status: 'active',
    application_uuid: APPLICATION,
    organization_uuid: ORGANIZATION,
    role: { uuid: ORGANIZATION, name: 'Owner' },
    permission_activity_list: [...ACTIVITY_IDS],
    permission_set: ACTIVITY_IDS.map(() => 0),
    permission_levels: ACTIVITY_IDS.map((): [number, number] => [4, 1]),
    locale: 'en',
    mfa_enabled: false,
    ...change,
  }
}
