import type { Sample } from '../../components/samples/samples.ts'
import { type ApiDocument, jsonOf, type Operation, type Parameter } from './document.ts'

/** The example of a call, as code is written from it. */
export function sampleOf({ servers }: ApiDocument, operation: Operation): Sample {
  const { method, path, parameters = [], requestBody, security } = operation
  const given = (place: Parameter['in']): [string, string][] =>
    parameters
      .filter(({ in: where, example }) => where === place && example !== undefined)
      .map(({ name, example }) => [name, String(example)])
  const filled = given('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const query = new URLSearchParams(given('query')).toString()
  const schemes = security.flatMap(each => Object.keys(each))
  return {
    method,
    url: `${(servers[0]?.url ?? '').replace(/\/$/, '')}${filled}${query && `?${query}`}`,
    credentials: schemes.includes('key') ? 'key' : schemes.includes('bearer') ? 'bearer' : 'none',
    headers: Object.fromEntries(given('header')),
    body: jsonOf(requestBody?.content).example,
  }
}
