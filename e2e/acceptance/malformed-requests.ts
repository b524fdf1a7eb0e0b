/** Requests with one error each: a value of another type, text that cannot be stored, bodies that are not JSON. */
import type { Route, SampleRequest } from './routes.ts'

const DEEP = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
const LONE_SURROGATE = '"\\ud800"'

/** JSON texts that replace a value. */
const VALUES = [
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e308',
  '9007199254740991',
  '2147483648',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  LONE_SURROGATE,
  '"\\udfff\\ud800"',
  '"\'; drop table contact; --"',
  '"%_\\\\"',
  '"{{ x | nofilter }}{% if %}"',
  '"\u202e\u0007"',
  '"__proto__"',
  `"${'x'.repeat(100_000)}"`,
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"__proto__":{"admin":true},"constructor":1}',
  '{"\\u0000":1}',
  '"00000000-0000-0000-0000-000000000000"',
  '"9999-99-99T99:99:99Z"',
]

const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '12',
  DEEP,
  '{"a":1,"a":2}',
  '{"__proto__":null}',
  LONE_SURROGATE,
  '\u0000',
]

/** Percent-encoded texts that replace a parameter. */
const TEXTS = [
  '',
  '%00',
  'a%00b',
  '%ff',
  '%ed%a0%80',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  '-1',
  '0',
  '1.5',
  '99999999999999999999',
  '1e9',
  'NaN',
  '%27%3B--',
  '%25_%5C',
  '9999-12-31',
  '0000-01-01',
  '2026-02-30',
  '1,2,,x',
  '0,1,2,3,4,5,6,7,8',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(3000),
  '%F0%9F%99%82',
]

/** Every invalid variant of a request, with one error each. */
export function malformedRequests(route: Route, whole: SampleRequest): SampleRequest[] {
  const { params, query, body } = whole
  const inPath = route.params.flatMap(({ name }) =>
    TEXTS.map(text => ({ ...whole, params: { ...params, [name]: text } })),
  )
  const inQuery = route.query.flatMap(({ name }) =>
    [...TEXTS, `1&${name}=2`].map(text => ({ ...whole, query: { ...query, [name]: text } })),
  )
  if (route.body === undefined) return [...inPath, ...inQuery]
  const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
  const whole_ = [...BODIES, bytes].map(each => ({ ...whole, body: each }))
  const fields = typeof body === 'object' && body !== null ? textsWith(body as Record<string, unknown>) : []
  return [...inPath, ...inQuery, ...whole_, ...fields.map(each => ({ ...whole, body: each }))]
}

/** The body as JSON texts, in each of which one value, at any depth, is replaced by an invalid one. */
function textsWith(body: Record<string, unknown>): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const { [name]: _, ...others } = body
    const rest = JSON.stringify(others).slice(1, -1)
    const put = (text: string) => `{${rest}${rest === '' ? '' : ','}${JSON.stringify(name)}:${text}}`
    const inner =
      Array.isArray(value) && value[0] !== undefined
        ? [
            ...VALUES.map(each => `[${each}]`),
            ...(isObject(value[0]) ? textsWith(value[0]).map(each => `[${each}]`) : []),
          ]
        : isObject(value)
          ? textsWith(value)
          : []
    return [...VALUES, ...inner].map(put)
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A request in one line, for the report. */
export function told({ route, params, query, body }: SampleRequest): string {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  return `${route.method} ${route.path} ${JSON.stringify({ params, query }).slice(0, 300)} ${sent?.slice(-300)}`
}
