import { deleteSegment, type Contact, type Segment } from '@notifly/contracts/contacts/audience'
import { insertImport, type Verification, verifyImport } from '@notifly/contracts/imports/imports'
import { english, inWords } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { setFlags } from '../../api/signals.ts'
import { session } from '../../api/session.ts'
import { APPLICATION, type ApiStub, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const IMPORT = '0198c0de-0000-7000-8000-00000000000a'
const SEGMENT = '0198c0de-0000-7000-8000-00000000000b'
const BASE = `/applications/${APPLICATION}/audience`

const segment: Segment = {
  uuid: SEGMENT,
  name: 'Loyalty gold',
  kind: 'static',
  count: 8240,
  created_on: 1_795_000_000,
  updated_on: 1_795_000_000,
}

const contact: Contact = {
  uuid: '0198c0de-0000-7000-8000-00000000000c',
  external_user_id: 'crm-12',
  email: 'carla@correo.example',
  phone_number: null,
  country: 'PT',
  lang: null,
  latitude: null,
  longitude: null,
  platform_type: null,
  device_details: null,
  timezone: null,
  timezone_offset: 19_800,
  is_test: true,
  created_on: null,
  updated_on: null,
  added_on: 1_795_000_000,
  merge_fields: { first_name: 'Carla', last_name: 'Nunes', plan: 'gold' },
  segments: [{ uuid: SEGMENT, name: 'Loyalty gold' }],
  channels: {
    email: { address: 'carla@correo.example', status: 'unsubscribed', since: 1_795_000_000, source: 'link' },
  },
}

const reason = (said: Sentence) => ({ reason: english(said), reason_sentence: said })

const verification: Verification = {
  corelation_id: IMPORT,
  expected_users: 24_254,
  rows_total: 24_816,
  duplicates: 137,
  rejected: 425,
  new: 19_873,
  updated: 4381,
  columns: [
    { name: 'email', merge_field: false, becomes: 'email', type: 'text', samples: ['a@example.com'] },
    { name: 'plan', merge_field: true, becomes: 'plan', type: 'text', samples: ['free'] },
  ],
  problems: [
    { ...reason(sentence('imports.problems.invalidEmail')), count: 389 },
    { ...reason(sentence('imports.problems.columnCount')), count: 36 },
  ],
  rejected_sample: [112, 348, 349, 400, 401, 402].map(line => ({
    line,
    column: line === 348 ? null : 'email',
    value: line === 348 ? '1' : `person@@${line}`,
    ...reason(
      line === 348 ? sentence('imports.problems.rowOne', { width: 2 }) : sentence('imports.problems.invalidEmail'),
    ),
  })),
  error_id: '0198c0de-0000-7000-8000-00000000000d',
}

let api: ApiStub
let stop: (() => void) | undefined
let answerUpload: (form: FormData) => { status: number; body: unknown }
const originalRequest = window.XMLHttpRequest

/** Uploads go through XMLHttpRequest, for its progress; this one asks `answerUpload`. */
class UploadStub {
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  getResponseHeader = () => null
  send(form: FormData): void {
    this.upload.onprogress?.({ loaded: 100, total: 100 })
    const { status, body } = answerUpload(form)
    this.status = status
    this.responseText = JSON.stringify(body)
    queueMicrotask(() => this.onload?.())
  }
}

async function open(address: string, who = user()) {
  const app = await renderApp(address, who)
  stop = app.stop
  return app
}

beforeEach(() => {
  answerUpload = () => ({ status: 200, body: { success: true, data: verification } })
  window.XMLHttpRequest = UploadStub as unknown as typeof XMLHttpRequest
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/audience/segment': asked => (asked.query.has('segment_uuid') ? ok(segment) : page([segment])),
    'GET /api/audience': () => page([contact], 61_874),
    [`GET /api/audience/${contact.uuid}`]: () => ok(contact),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  localStorage.clear()
  window.XMLHttpRequest = originalRequest
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

const file = (name = 'members.csv', sizeBytes = 20) => new File([new Uint8Array(sizeBytes)], name)

/** Hands a file to the chooser within `frame`, as the browser's own dialog does. */
async function give(frame: string, chosen: File): Promise<void> {
  const input = await until(() => {
    const found = document.querySelector<HTMLInputElement>(`${frame} input[type="file"]`)
    if (!found) throw new Error('there is no file chooser yet')
    return found
  })
  const files = new DataTransfer()
  files.items.add(chosen)
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

async function choose(chosen: File) {
  const app = await open(`${BASE}/manage`)
  await give('main', chosen)
  return app
}

describe('importing', () => {
  test('shows what the file would bring and what is wrong, then inserts it under its name', async () => {
    api.on('POST /api/audience/' + IMPORT, () => ok({ segment_uuid: SEGMENT }))
    api.on(`GET /api/audience/import/${IMPORT}/live`, () => {
      const events = [
        { state: 'inserting', rows_done: 5000, rows_total: 24_254, segment_uuid: SEGMENT },
        { state: 'done', rows_done: 24_254, rows_total: 24_254, segment_uuid: SEGMENT },
      ]
      return new Response(events.map(event => `event: progress\ndata: ${JSON.stringify(event)}\n\n`).join(''))
    })
    const sent = vi.fn<(form: FormData) => void>()
    answerUpload = form => {
      sent(form)
      return { status: 200, body: { success: true, data: verification } }
    }
    const { screen, address } = await choose(file())
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('425 rows have errors and will be skipped.')).toBeVisible()
    expect(sent.mock.calls.map(([form]) => (form.get('file') as File).name)).toEqual(['members.csv'])
    for (const figure of ['24,254', '19,873', '4,381', '137']) {
      await expect.element(dialog.getByText(figure, { exact: true })).toBeVisible()
    }
    await expect.element(dialog.getByText('The row has 1 column, the header has 2 columns')).toBeVisible()
    await expect.element(dialog.getByText('person@@401')).toBeVisible()
    await expect.element(dialog.getByText('person@@402')).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Show all' }).click()
    await expect.element(dialog.getByText('person@@402')).toBeVisible()
    expect(await axeFindings()).toEqual([])

    const insert = dialog.getByRole('button', { name: 'Insert 24,254, ignore errors' })
    await expect.element(insert).toBeDisabled()
    await dialog.getByLabelText('Segment name').fill('Retail members, November')
    await expect.element(dialog.getByText('24 / 50')).toBeVisible()
    await expect.element(insert).toBeEnabled()
    await insert.click()
    await until(() => expect(address()).toBe(`${BASE}?segment=${SEGMENT}`))
    const asked = api.asked.find(call => call.method === insertImport.method && call.path.endsWith(IMPORT))
    expect(asked?.body).toEqual({ segment_name: 'Retail members, November' })
    await expect.element(screen.getByRole('row', { name: /Loyalty gold/ })).toHaveAttribute('aria-current', 'true')
  })

  test('says at the name that it is in use, and keeps everything', async () => {
    const message = 'A segment with this name already exists.'
    api.on('POST /api/audience/' + IMPORT, () =>
      failed('invalidInput', { errors: [{ field: 'segment_name', message }] }),
    )
    const { screen } = await choose(file())
    await screen.getByLabelText('Segment name').fill('Taken')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText(message)).toBeVisible()
    await expect.element(screen.getByLabelText('Segment name')).toHaveValue('Taken')
  })

  test.each([
    ['members.pdf', 20, 'Choose a CSV, TSV or Excel file.'],
    ['members.csv', 20_971_521, 'The file is larger than 20 MB. Split it and upload the parts.'],
  ])('refuses %s of %i bytes without sending it, and offers another try', async (name, sizeBytes, words) => {
    const sent = vi.fn<() => void>()
    answerUpload = () => {
      sent()
      return { status: 200, body: {} }
    }
    const { screen } = await choose(file(name, sizeBytes))
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(sent).not.toHaveBeenCalled()
    await expect.element(screen.getByRole('button', { name: 'Retry upload' })).toBeVisible()
  })

  test('says why the server refused a file; the mended one can be sent at once', async () => {
    const said = inWords(
      sentence('noEmailColumn', { reason: sentence('imports.noColumn', { name: 'email', found: 'name, phone' }) }),
    )
    answerUpload = () => ({
      status: 400,
      body: { success: false, ...said, errors: [{ field: 'file', ...said }] },
    })
    const { screen } = await choose(file())
    await expect.element(screen.getByText(said.message)).toBeVisible()
    answerUpload = () => ({ status: 200, body: { success: true, data: { ...verification, rejected: 0 } } })
    await give('[role="dialog"]', file('mended.csv'))
    await expect.element(screen.getByRole('button', { name: 'Insert 24,254', exact: true })).toBeVisible()
    await expect.element(screen.getByText('mended.csv')).toBeVisible()
  })

  test('asks before a checked file and its name are thrown away', async () => {
    const { screen } = await choose(file())
    const name = screen.getByLabelText('Segment name')
    await name.fill('Retail members')
    await userEvent.keyboard('{Escape}')
    const question = screen.getByRole('dialog', { name: 'Discard this import?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(name).toHaveValue('Retail members')
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('offers no insert when no row can be', async () => {
    answerUpload = () => ({
      status: 200,
      body: { success: true, data: { ...verification, expected_users: 0, new: 0, updated: 0 } },
    })
    const { screen } = await choose(file())
    await expect.element(screen.getByText('No rows to insert.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^Insert/ })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Download error file' })).toBeVisible()
  })

  test('is shown again after a reload, asks every second when the stream is closed, and says why it stopped', async () => {
    api.on(`GET /api/audience/import/${IMPORT}`, () =>
      ok({ state: 'failed', rows_done: 10, rows_total: 20, segment_uuid: SEGMENT, message: 'The file is empty.' }),
    )
    api.on('GET /api/audience/segment', () => failed('unavailable'))
    const { screen } = await open(`${BASE}/manage?import=${IMPORT}`)
    await expect.element(screen.getByText('10 of 20 rows inserted')).toBeVisible()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Couldn’t insert the remaining rows. The file is empty.')
    const again = screen.getByRole('button', { name: 'Insert again' })
    await again.click()
    // It needs the segment's name, which could not be read yet.
    await expect.element(screen.getByText(/^The service isn’t ready yet/)).toBeVisible()
    api.on('GET /api/audience/segment', () => ok({ ...segment, name: 'Regulars' }))
    await again.click()
    await until(() =>
      expect(api.asked.findLast(({ method }) => method === 'POST')?.body).toEqual({ segment_name: 'Regulars' }),
    )
  })

  test('is not offered without the right to it', async () => {
    const reader = user({ permission_levels: user().permission_levels.map((): [number, number] => [1, 0]) })
    const { screen } = await open(`${BASE}/manage`, reader)
    await expect.element(screen.getByText(/the permission “Create: segments and imports”/)).toBeVisible()
    expect(verifyImport.access).toMatchObject({ level: 'create' })
  })
})

describe('segments', () => {
  test('are listed with counts, and searched by the address', async () => {
    const { screen, address } = await open(BASE)
    await expect.element(screen.getByText('61,874 contacts · 1 segment')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('searchbox', { name: 'Find a segment' }).fill('gold')
    await until(() => expect(address()).toBe(`${BASE}?search=gold`))
    await until(() => expect(api.asked.some(call => call.query.get('search') === 'gold')).toBe(true))
  })

  test('are not renamed without the right to: the refusal takes the place of the dialog and gives it back', async () => {
    api.on('PUT /api/audience/segment', () => failed('forbidden'))
    const { screen } = await open(`${BASE}/${SEGMENT}`)
    await screen.getByRole('button', { name: 'Actions: Loyalty gold' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Rename segment' }))
    const name = screen.getByLabelText('Segment name')
    await name.fill('Loyalty platinum')
    await screen.getByRole('dialog').getByRole('button', { name: 'Rename segment' }).click()
    const refusal = screen.getByRole('dialog', { name: 'You don’t have permission to do this' })
    await expect.element(refusal).toBeVisible()
    await expect.element(name).not.toBeVisible()
    await refusal.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(name).toBeVisible()
    await expect.element(name).toHaveValue('Loyalty platinum')
  })

  test('in use are not deleted: the dialog names the campaigns', async () => {
    api.on(`DELETE ${deleteSegment.path}`, () =>
      Response.json(
        {
          success: false,
          message: 'Scheduled campaigns use this segment: Spring.',
          data: { campaigns: [{ uuid: SEGMENT, name: 'Spring', platform: 'email' }] },
        },
        { status: 409 },
      ),
    )
    const { screen } = await open(BASE)
    await screen.getByRole('button', { name: 'Actions: Loyalty gold' }).click()
    await pick(screen.getByRole('menuitem', { name: 'Delete segment' }))
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete segment' }).click()
    await expect.element(screen.getByText(/^A scheduled campaign uses this segment/)).toBeVisible()
    await expect.element(screen.getByRole('dialog').getByText('Spring')).toBeVisible()
  })

  test('say what to do when there are none', async () => {
    api.on('GET /api/audience/segment', () => page([]))
    const { screen } = await open(`/es${BASE}`)
    await expect.element(screen.getByText('Importe sus primeros contactos')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Descargar el ejemplo en CSV' })).toHaveAttribute('download')
    await expect.element(screen.getByRole('link', { name: 'Importar', exact: true })).toBeVisible()
  })
})

/** What the list was asked for last; the tabs count without sorting. */
function listAsked() {
  const call = api.asked.filter(({ path, query }) => path === '/api/audience' && query.has('sort')).at(-1)
  return Object.fromEntries(call?.query ?? [])
}

test('whom a dashboard’s number counts is told above the list, asked for, and taken away again one by one', async () => {
  const address = `${BASE}/contacts?device=webpush&prompt=slide_prompt&change=lost&lost_by=gone&from=2026-07-01&to=2026-07-30`
  const { screen, address: shown } = await open(address)
  const days = { change: 'lost', lost_by: 'gone', change_from: '2026-07-01', change_to: '2026-07-30' }
  await until(() => expect(listAsked()).toMatchObject({ device: 'webpush', prompt: 'slide_prompt', ...days }))
  const chip = (name: string) => screen.getByRole('button', { name, exact: true })
  await expect.element(chip('Reason: browser or app gone')).toHaveAttribute('aria-pressed', 'true')
  await chip('Lost a subscription: Jul 1 – 30, 2026').click()
  await until(() => expect(listAsked()).not.toHaveProperty('change'))
  expect([listAsked().lost_by, listAsked().change_from, listAsked().device]).toEqual([undefined, undefined, 'webpush'])
  await chip('Prompt: slide prompt').click()
  await chip('Web push').click()
  await until(() => expect(shown()).toBe(`${BASE}/contacts`))
  await until(() => expect(Object.keys(listAsked()).toSorted()).toEqual(['page', 'per_page', 'sort']))
  expect(await axeFindings()).toEqual([])
})

test('a channel’s number leads to those whom it reaches; all of them are shown again from its own filter', async () => {
  const { screen } = await open(`${BASE}/contacts?channel=sms`)
  await until(() => expect(listAsked()).toMatchObject({ channel: 'sms' }))
  await screen.getByRole('button', { name: 'SMS: Reachable' }).click()
  await pick(screen.getByRole('menuitemcheckbox', { name: 'No address' }))
  await until(() => expect(listAsked()).toMatchObject({ channel: 'sms', reachability: 'no_address' }))
  await screen.getByRole('button', { name: 'SMS: No address' }).click()
  await pick(screen.getByRole('menuitemcheckbox', { name: 'All' }))
  await until(() => expect(listAsked()).not.toHaveProperty('channel'))
  await expect.element(screen.getByRole('button', { name: 'Email: all' })).toBeVisible()
})

test('columns of fields are kept while it is not known which there are', async () => {
  localStorage.setItem(`notifly.contact-columns.${APPLICATION}`, 'f.plan,country')
  api.on('GET /api/audience/merge-fields', () => failed('unavailable'))
  const { screen } = await open(`${BASE}/contacts`)
  await screen.getByRole('button', { name: 'Columns' }).click()
  await expect.element(screen.getByText('Couldn’t load merge fields')).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: 'plan' })).toBeChecked()
  await screen.getByRole('checkbox', { name: 'External ID' }).click()
  const kept = () => localStorage.getItem(`notifly.contact-columns.${APPLICATION}`)?.split(',')
  await until(() => expect(kept()).toEqual(expect.arrayContaining(['f.plan', 'country'])))
  await until(() => expect(kept()).toHaveLength(3))
})

test('a list that cannot be loaded says so once', async () => {
  for (const call of ['GET /api/audience', 'GET /api/audience/bulk']) api.on(call, () => failed('unavailable'))
  const { screen } = await open(`${BASE}/contacts`)
  await expect.element(screen.getByText('Couldn’t load contacts')).toBeVisible()
  await expect.poll(() => screen.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(1)
})
