import { readSession } from '@notifly/contracts/accounts/accounts'
import { listApplications, readApplication, saveApplication } from '@notifly/contracts/applications/applications'
import { createOrganization, listOrganizations } from '@notifly/contracts/organizations/organizations'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../testing/api-stub.ts'
import { ApiError } from './api-error.ts'
import { addressOf, call, callWithMeta, callPage } from './client.ts'
import { fileNameOf } from './download.ts'
import { enterApplication, leaveApplication, renewSession, session } from './session.ts'
import { announce, flags, onNotice, setFlags, type Notice } from './signals.ts'
import { parseEvents } from './stream.ts'

let api: ApiStub
const read = () => call(readApplication, { params: { uuid: APPLICATION } })
const path = `/api/verticals/${APPLICATION}`

async function failure(work: Promise<unknown>): Promise<ApiError> {
  return await work.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError)
      return error as ApiError
    },
  )
}

beforeEach(() => {
  api = stubApi()
  session.set(user())
})

afterEach(() => {
  api.restore()
  leaveApplication()
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

describe('addresses', () => {
  test('parameters are encoded and empty query values are left out', () => {
    expect(addressOf(readApplication, { params: { uuid: 'a/b' } })).toBe('/api/verticals/a%2Fb')
    expect(addressOf(listApplications, { query: { page: 2, search: '', organization_uuid: undefined } })).toBe(
      '/api/verticals?page=2',
    )
  })
})

describe('the token', () => {
  test('goes with every call', async () => {
    api.on(`GET ${path}`, () => ok({ name: 'Harbor & Pine' }))
    await read()
    expect(api.asked[0]?.token).toBe('token-1')
  })

  test('is renewed once after a 401, for many calls at once, and the calls are repeated', async () => {
    api.on(`GET ${path}`, ({ token }) => (token === 'token-2' ? ok({ name: 'Harbor & Pine' }) : failed('unauthorized')))
    api.on(`GET ${readSession.path}`, () => ok(user({ token: 'token-2' })))
    const answers = await Promise.all([read(), read(), read()])
    expect(answers.map(each => each.name)).toEqual(Array(3).fill('Harbor & Pine'))
    expect(api.asked.filter(each => each.path === readSession.path)).toHaveLength(1)
    expect(flags.get().unauthorized).toBe(false)
  })

  test('that cannot be renewed raises the unauthorized flag and is said once', async () => {
    const notices: Notice['message'][] = []
    const stop = onNotice(notice => notices.push(notice.message))
    api.on(`GET ${path}`, () => failed('unauthorized'))
    api.on(`GET ${readSession.path}`, () => failed('unauthorized'))
    await Promise.all([failure(read()), failure(read())])
    expect(flags.get().unauthorized).toBe(true)
    expect(session.get()).toBeUndefined()
    expect(notices).toMatchObject([{ key: 'errors.unauthorized' }])
    stop()
  })

  test('is not given up when the question for a new one finds no server', async () => {
    api.on(`GET ${path}`, () => failed('unauthorized'))
    api.on(`GET ${readSession.path}`, () => failed('unavailable'))
    expect((await failure(read())).status).toBe(503)
    expect(flags.get().unauthorized).toBe(false)
    expect(session.get()).toBeDefined()
  })

  test('at the start, nobody signed in is silent', async () => {
    const notices: Notice['message'][] = []
    const stop = onNotice(notice => notices.push(notice.message))
    session.set(undefined)
    api.on(`GET ${readSession.path}`, () => failed('unauthorized'))
    expect(await renewSession()).toBe(false)
    expect(flags.get().unauthorized).toBe(false)
    expect(notices).toEqual([])
    stop()
  })

  test('stays one for the application of this tab when another tab has switched', async () => {
    await enterApplication(APPLICATION)
    api.on(`GET ${readSession.path}`, () => ok(user({ application_uuid: 'other', token: 'for-other' })))
    api.on(`GET /api/update-notification-vertical/${APPLICATION}`, () => ok(user({ token: 'for-this' })))
    await renewSession()
    expect(session.get()?.token).toBe('for-this')
  })
})

describe('failures', () => {
  test('without any answer count as status 500', async () => {
    api.on(`GET ${path}`, () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await failure(read())).toMatchObject({ status: 500, key: 'errors.unreachable' })
  })

  test('carry what support and forms need', async () => {
    api.on('POST /api/verticals', () =>
      failed('invalidInput', { errors: [{ field: 'name', message: 'This field is required.' }] }),
    )
    expect(await failure(call(saveApplication, { body: { name: '' } }))).toMatchObject({
      status: 400,
      requestId: '7f3a-19c2',
      errors: [{ field: 'name', message: 'This field is required.' }],
    })
  })

  test('a page of a proxy instead of an answer reads as our general sentence', async () => {
    api.on(`GET ${path}`, () => new Response('<html>Bad gateway</html>', { status: 502 }))
    expect((await failure(read())).message).toMatch(/^Something went wrong on our side/)
  })

  test('403 raises the forbidden flag for writes only', async () => {
    api.on(`GET ${path}`, () => failed('forbidden'))
    api.on('POST /authP/organization', () => failed('forbidden'))
    await failure(read())
    expect(flags.get().forbidden).toBeUndefined()
    await failure(call(createOrganization, { body: { name: 'Palmyra' } }))
    expect(flags.get().forbidden?.status).toBe(403)
  })

  test.each(['foreignObject', 'differentUser', 'inviteExpired', 'verificationLinkInvalid'] as const)(
    '%s fills the page and never opens the forbidden dialog',
    async name => {
      api.on('POST /authP/organization', () => failed(name))
      const error = await failure(call(createOrganization, { body: { name: 'Palmyra' } }))
      expect(flags.get()).toMatchObject({ pageError: error, forbidden: undefined })
    },
  )
})

describe('answers', () => {
  test('one page of a list brings the numbers of its headers', async () => {
    api.on('GET /authP/organization', () => page([{ name: 'Palmyra' }], 34))
    const { rows, paging } = await callPage(listOrganizations, { query: { page: 1 } })
    expect(rows).toEqual([{ name: 'Palmyra' }])
    expect(paging).toMatchObject({ total: 34, pages: 4, page: 1, next: undefined, previous: undefined })
  })

  test('a write that waits for approval raises the maker-checker flag', async () => {
    api.on('POST /api/verticals', () => ok({ approval_uuid: APPLICATION }, { maker_checker: true }))
    expect((await callWithMeta(saveApplication, { body: { name: 'Harbor' } })).makerChecker).toBe(true)
    expect(flags.get().makerChecker).toBe(true)
  })
})

test('a notice before anybody listens waits for the first listener', () => {
  onNotice(() => undefined)()
  announce({ tone: 'info', message: 'early' })
  const heard: Notice['message'][] = []
  onNotice(notice => heard.push(notice.message))()
  expect(heard).toEqual(['early'])
})

describe('streams and files', () => {
  test('events are put together over the borders of chunks', async () => {
    const chunks = ['event: progress\ndata: {"sent"', ':1}\n\n: comment\n\ndata: a\nda', 'ta: b\r\n\r\ndata: cut off']
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
        controller.close()
      },
    })
    const events = []
    for await (const event of parseEvents(body)) events.push(event)
    expect(events).toEqual([
      { name: 'progress', data: '{"sent":1}' },
      { name: 'message', data: 'a\nb' },
    ])
  })

  test.each([
    [`attachment; filename="errors.csv"`, 'errors.csv'],
    [`attachment; filename=errors.csv`, 'errors.csv'],
    [`attachment; filename="x.csv"; filename*=UTF-8''%E0%A4%A6%E0%A4%BF.csv`, 'दि.csv'],
    [null, undefined],
  ])('the file name of %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name)
  })
})
