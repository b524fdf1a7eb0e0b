/** Columns with names of their own, phonebooks, and updates by file. */
import { lacksColumn, type UpdateResult, type Verification } from '@notifly/contracts/imports/imports'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { setFlags } from '../../api/signals.ts'
import { APPLICATION, type ApiStub, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { pick } from '../../testing/pick.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { until } from '../../testing/until.ts'

const PAGE = `/applications/${APPLICATION}/audience/manage`
const ID = '0198c0de-0000-7000-8000-00000000000a'

const verification: Verification = {
  corelation_id: ID,
  expected_users: 2,
  rows_total: 2,
  duplicates: 0,
  rejected: 0,
  new: 2,
  updated: 0,
  columns: [{ name: 'Correo', merge_field: false, becomes: 'email', type: 'text', samples: ['ana@example.com'] }],
  problems: [],
  rejected_sample: [],
}

const unknown = {
  success: false,
  message: 'The first line has no column email. It has: Who, Correo.',
  errors: [{ field: 'file', key: 'noEmailColumn', line: 1, message: 'x' }],
  data: {
    columns: [
      { name: 'Who', type: 'text', samples: ['Ana', 'Bo'], suggestion: 'who' },
      { name: 'Correo', type: 'text', samples: ['ana@example.com'], suggestion: 'email' },
      { name: 'Nota', type: 'text', samples: [], suggestion: 'nota' },
    ],
  },
}

interface Sent {
  path: string
  form: Record<string, FormDataEntryValue>
}

let api: ApiStub
let stop: (() => void) | undefined
let sent: Sent[]
let answer: (sent: Sent) => { status: number; body: unknown }
const originalRequest = window.XMLHttpRequest

/** Uploads go through XMLHttpRequest, for its progress. */
class UploadStub {
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  path = ''
  open(_: string, path: string): void {
    this.path = path
  }
  setRequestHeader(): void {}
  abort(): void {}
  getResponseHeader = () => null
  send(form: FormData): void {
    const call = { path: this.path, form: Object.fromEntries(form) }
    sent.push(call)
    const { status, body } = answer(call)
    this.status = status
    this.responseText = JSON.stringify(body)
    queueMicrotask(() => this.onload?.())
  }
}

beforeEach(() => {
  sessionStorage.clear()
  sent = []
  answer = () => ({ status: 200, body: { success: true, data: verification } })
  window.XMLHttpRequest = UploadStub as unknown as typeof XMLHttpRequest
  api = stubApi({
    'GET /api/installation': () => ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false }),
    'GET /api/dashboard/application': () => ok([]),
    'GET /api/audience/segment': () => page([]),
    'GET /api/audience': () => page([]),
  })
})

afterEach(() => {
  stop?.()
  api.restore()
  window.XMLHttpRequest = originalRequest
  session.set(undefined)
  setFlags({ unauthorized: false, forbidden: undefined, pageError: undefined, makerChecker: false })
})

async function open(address = PAGE) {
  const app = await renderApp(address, user())
  stop = app.stop
  return app
}

/** Hands a file to the chooser of this name, as the browser's own dialog does. */
async function give(label: string, name: string, content: string): Promise<void> {
  const input = await until(() => {
    const found = document.querySelector<HTMLInputElement>(`input[type="file"][aria-label="${label}"]`)
    if (!found) throw new Error('there is no file chooser yet')
    return found
  })
  const files = new DataTransfer()
  files.items.add(new File([content], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a wide window is filled: the ways to import beside each other, and what columns mean beside them', async () => {
  await browser.viewport(1440, 900)
  const { screen } = await open()
  const boxOf = async (name: string) => {
    const panel = screen.getByRole('region', { name, exact: true })
    await expect.element(panel).toBeVisible()
    return panel.element().getBoundingClientRect()
  }
  const [file, columns] = [await boxOf('Import from file'), await boxOf('Columns')]
  const [update, phonebook] = [await boxOf('Update contacts from file'), await boxOf('Phonebook')]
  expect(file.left).toBeLessThan(100)
  expect(columns.right).toBeGreaterThan(1340)
  expect([columns.top, phonebook.top]).toEqual([file.top, update.top])
  expect(columns.left - file.right).toBeLessThan(40)
  expect(phonebook.left - update.right).toBeLessThan(40)
})

describe('columns with names of their own', () => {
  test('are shown with what they hold; the reader says which is which and the file is checked again', async () => {
    answer = ({ form }) =>
      form['mapping'] === undefined
        ? { status: 400, body: unknown }
        : { status: 200, body: { success: true, data: verification } }
    const { screen } = await open()
    await give('Contacts file', 'people.xlsx', 'x')
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('Ana · Bo')).toBeVisible()
    await expect.element(dialog.getByLabelText('Import Correo as')).toHaveTextContent('email')
    expect(await axeFindings()).toEqual([])
    await dialog.getByLabelText('Merge field for Who').fill('first_name')
    await dialog.getByLabelText('Import Nota as').click()
    await pick(screen.getByRole('option', { name: 'Don’t import' }))
    await dialog.getByRole('button', { name: 'Check columns' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Insert 2', exact: true })).toBeVisible()
    expect(JSON.parse(sent[1]?.form['mapping'] as string)).toEqual({
      Who: 'first_name',
      Correo: 'email',
      Nota: 'ignore',
    })
    await dialog.getByRole('button', { name: 'Change columns' }).click()
    await expect.element(dialog.getByLabelText('Import Correo as')).toBeVisible()
  })

  test('need one of addresses, and no two that are the same', async () => {
    answer = () => ({ status: 400, body: unknown })
    const { screen } = await open()
    await give('Contacts file', 'people.csv', 'x')
    const check = screen.getByRole('button', { name: 'Check columns' })
    await screen.getByLabelText('Import Who as').click()
    await pick(screen.getByRole('option', { name: 'email', exact: true }))
    await expect.element(screen.getByText('Only one column can be email.')).toBeVisible()
    await expect.element(check).toBeDisabled()
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
    await screen.getByLabelText('Import Correo as').click()
    await pick(screen.getByRole('option', { name: 'Don’t import' }))
    await expect.element(check).toBeEnabled()
  })
})

test('a checked file is there again after a reload, and gone for good once it is given up', async () => {
  const first = await open()
  await give('Contacts file', 'people.csv', 'Correo\nana@example.com\n')
  await expect.element(first.screen.getByRole('dialog').getByText('people.csv')).toBeVisible()
  await until(() => expect(first.address()).toBe(`${PAGE}?checked=${ID}`))
  await first.screen.unmount()
  first.stop()
  const { screen, address } = await open(`${PAGE}?checked=${ID}`)
  await expect.element(screen.getByRole('dialog').getByText('people.csv')).toBeVisible()
  expect(sent).toHaveLength(1)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Discard' }).click()
  await until(() => expect(address()).toBe(PAGE))
  expect(sessionStorage.length).toBe(0)
})

test('a phonebook goes with the country that was chosen', async () => {
  const { screen } = await open()
  const country = screen.getByRole('combobox', { name: /^Default country/ })
  await country.fill('Portu')
  await pick(screen.getByRole('option', { name: 'Portugal' }))
  await give('Phonebook file', 'phones.csv', 'phone_number\n912345678\n')
  await expect.element(screen.getByRole('dialog', { name: 'Phonebook' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Insert 2', exact: true })).toBeVisible()
  expect(sent[0]?.path).toBe('/api/audience/phonebook')
  expect(sent[0]?.form).toMatchObject({ country: 'PT', upload_csv_file: expect.any(File) })
})

/** What is wrong with a header, what it has instead, and where uuids come from. */
const NO_UUIDS =
  'The first line has no column uuid. It has: Email, plan. Export your contacts to get a file with their uuids.'

describe('an update by file', () => {
  const result: UpdateResult = { updated: 2, unchanged: 1, not_found: 1, error_id: ID }

  test('is shown first, then done; who was not found can be downloaded', async () => {
    answer = () => ({ status: 200, body: { success: true, data: result } })
    const { screen } = await open()
    await give('Update file', 'changes.csv', 'uuid,plan\r\nabc,"gold, or ""silver"""\r\n')
    await expect.element(screen.getByRole('cell', { name: 'gold, or "silver"' })).toBeVisible()
    expect(sent).toEqual([])
    await screen.getByRole('button', { name: 'Update contacts' }).click()
    await expect.element(screen.getByText('2 contacts updated')).toBeVisible()
    await expect.element(screen.getByText(/Unchanged: 1\. Not found: 1\./)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Download contacts not found' })).toBeVisible()
    expect(sent[0]?.path).toBe('/api/audience/update')
  })

  test('that is refused says each fault in red above its rows, until another file is chosen', async () => {
    const errors = [
      { field: 'file', key: 'missingUUID', line: 3, message: 'uuid is empty' },
      { field: 'file', key: 'invalidEmail', line: 1204, message: 'Invalid email address' },
      {
        field: 'file',
        line: 7,
        ...inWords(sentence('conflict', { reason: sentence('imports.problems.emailOf', { owner: 'crm-12' }) })),
      },
    ]
    answer = () => ({ status: 400, body: { success: false, message: 'x', errors } })
    const { screen } = await open()
    await give('Update file', 'changes.csv', 'uuid,plan\nabc,gold\n')
    await screen.getByRole('button', { name: 'Update contacts' }).click()
    await expect.element(screen.getByText('Line 3: The uuid is missing.')).toBeVisible()
    await expect.element(screen.getByText('Line 1,204: The email address isn’t valid.')).toBeVisible()
    await expect.element(screen.getByText('Line 7: Email belongs to crm-12')).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: 'gold' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Remove file' }).click()
    await give('Update file', 'mended.csv', 'uuid,plan\nabc,silver\n')
    await expect.element(screen.getByRole('cell', { name: 'silver' })).toBeVisible()
    await expect.element(screen.getByText('Line 3: The uuid is missing.')).not.toBeInTheDocument()
  })

  test('whose header the server finds no uuids in names no line, as there is no row to mend', async () => {
    const reason = lacksColumn('uuid', ['Email', 'plan'])
    const errors = [{ field: 'file', line: 1, ...inWords(sentence('missingUUID', { reason })) }]
    answer = () => ({ status: 400, body: { success: false, message: 'x', errors } })
    const { screen } = await open()
    await give('Update file', 'changes.csv', 'uuid,plan\nabc,gold\n')
    await screen.getByRole('button', { name: 'Update contacts' }).click()
    await expect.element(screen.getByText(NO_UUIDS, { exact: true })).toBeVisible()
  })

  test.each([
    ['changes.xlsx', 'x', 'Choose a CSV file.'],
    ['changes.csv', 'uuid,plan\n', 'This isn’t a valid CSV file with a header and rows.'],
    ['changes.csv', 'Email,plan,\na@b.io,gold,\n', NO_UUIDS],
    ['changes.csv', '\uFEFFUUID;plan\r\nabc;"gold\r\nor silver"\r\n ;gold\r\n', 'Line 4: The uuid is missing.'],
    ['changes.csv', 'uuid,email\nabc,a@b.io\ndef,not an address\n', 'Line 3: The email address isn’t valid.'],
    ['changes.csv', 'uuid,plan\nabc,gold,more\n', 'Line 2: The row has 3 columns, the header has 2 columns'],
    ['changes.csv', `uuid,email,${Array.from({ length: 21 }, (_, n) => `field ${n}`).join()}\nabc\n`, /^Too many .*20/],
    ['changes.csv', 'x'.repeat(2_097_153), 'The file is larger than 2 MB. Split it and upload the parts.'],
  ])('of %s is refused without being sent', async (name, content, words) => {
    const { screen } = await open()
    await give('Update file', name, content)
    await expect.element(screen.getByText(words)).toBeVisible()
    await until(() =>
      expect(screen.getByRole('button', { name: 'Update contacts', disabled: false }).query()).toBeNull(),
    )
    expect(sent).toEqual([])
  })
})
