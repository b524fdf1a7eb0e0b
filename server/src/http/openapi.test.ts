import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { simplified } from './openapi.ts'
import { operationIdOf } from './reference/operation-id.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: unknown[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

const PUBLIC_URL = 'https://notifly.palmyra.test'
const { app } = await testApp({ config: { publicUrl: PUBLIC_URL } })
const source = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).body
const document = JSON.parse(source) as {
  servers: unknown
  tags: { name: string; description: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  webhooks: Record<string, unknown>
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
)

test('a linter of others finds nothing in the document', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The package says of itself that it is not licensed.
      'info-license': 'off',
      // Fixed words are used beside ids in paths that were agreed long ago; no id can be one of these words.
      'no-ambiguous-paths': 'off',
      // Links only redirect; the next test asks for a success of each operation.
      'operation-2xx-response': 'off',
    },
  })
  const found = await lintFromString({ source, config })
  expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('every operation has a name of its own, says who may call it, and what a success is', () => {
  expect(document.servers).toMatchObject([{ url: PUBLIC_URL }])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(operations.filter(({ security }) => !Array.isArray(security))).toEqual([])
  const isSuccess = (status: string) => /^[23]\d\d$/.test(status)
  expect(operations.filter(({ responses }) => !Object.keys(responses).some(isSuccess)).map(({ name }) => name)).toEqual(
    [],
  )
})

test('every operation stands under one noun that is described, and names what it may be refused for', async () => {
  const nouns = document.tags.map(({ name }) => name)
  expect(
    operations.filter(({ tags, summary }) => tags.length !== 1 || !nouns.includes(tags[0] ?? '') || !summary),
  ).toEqual([])
  const used = new Set(operations.flatMap(({ tags }) => tags))
  expect(nouns.filter(noun => !used.has(noun))).toEqual([])
  expect(document['x-tagGroups'].flatMap(({ tags }) => tags)).toEqual(nouns)
  expect(operations.filter(({ responses }) => !('429' in responses)).map(({ name }) => name)).toEqual([])
  const put = document.paths['/api/v1/contacts/{external_user_id}']?.['put']
  expect(Object.keys(put?.responses ?? {})).toEqual(['200', '400', '401', '403', '409', '413', '415', '429'])
  expect(put).toMatchObject({ operationId: 'putContact', security: [{ key: [] }, { oauth: ['contacts:write'] }] })
  // Programs' calls come before the dashboard's.
  expect(Object.keys(document.paths).findIndex(path => !/^\/(api\/(v1|webhook)|oauth)/.test(path))).toBe(
    Object.keys(document.paths).filter(path => /^\/(api\/(v1|webhook)|oauth)/.test(path)).length,
  )
  const ofPrograms = (await app.inject('/api/openapi/programs.json')).json<typeof document>()
  const [first, ...others] = document['x-tagGroups']
  expect(ofPrograms.tags.map(({ name }) => name)).toEqual(first?.tags)
  expect(others.length).toBeGreaterThan(0)
  expect(ofPrograms.paths['/api/v1/contacts/{external_user_id}']).toEqual(
    document.paths['/api/v1/contacts/{external_user_id}'],
  )
  expect(Object.keys(document.webhooks)).toEqual(expect.arrayContaining(['message.delivered', 'contact.erased']))
})

test('forms name the field of their file, and pages that are not there are pages', () => {
  const upload = document.paths['/api/user/asset/upload']?.['post']
  expect(upload?.requestBody?.content).toEqual({
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
        required: ['file'],
      },
    },
  })
  const forms = operations.map(({ requestBody }) => requestBody?.content['multipart/form-data']?.schema)
  const named = forms
    .filter(form => form !== undefined)
    .map(form => Object.keys((form as { properties: object }).properties))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(names => names.length === 0)).toEqual([])
  const page = document.paths['/u/{token}']?.['get']?.responses
  expect(Object.keys(page?.['404']?.content ?? {})).toEqual(['text/html'])
  expect(Object.keys(page?.['200']?.content ?? {})).toEqual(['text/html'])
  expect(Object.keys(document.paths['/t/c/{token}']?.['get']?.responses ?? {})).toEqual(['302', '404', '429'])
})

test('names of operations follow method and path', () => {
  expect(operationIdOf({ method: 'GET', path: '/api/template/{uuid}/versions' })).toBe('getTemplateByUuidVersions')
  expect(operationIdOf({ method: 'POST', path: '/authP/sign-up' })).toBe('postAuthPSignUp')
})

test('schemas are tidied at every depth, and nothing else of them changes', () => {
  const record = {
    type: 'object',
    propertyNames: { enum: ['a'] },
    additionalProperties: { type: 'integer' },
    required: ['a'],
  }
  const open = {
    type: 'object',
    additionalProperties: { type: 'string' },
    required: ['uuid'],
    properties: { uuid: {} },
  }
  expect(
    simplified({ items: [{ anyOf: [record] }, { description: 'any', anyOf: [{}, { type: 'null' }] }, open] }),
  ).toEqual({
    items: [{ type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }, { description: 'any' }, open],
  })
})
