import { type Approval, HELD_COMMANDS } from '@notifly/contracts/approvals/approvals'
import { english } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { flags, setFlags } from '../../api/signals.ts'
import { correctionPath } from '../../components/approvals/request-address.ts'
import { i18n } from '../../locales/i18n.ts'
import { type ApiStub, APPLICATION, failed, ok, page, stubApi, user } from '../../testing/api-stub.ts'
import { axeFindings } from '../../testing/axe.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { canAskAgain } from './AskAgain.tsx'

const ADDRESS = `/applications/${APPLICATION}/settings/approvals`
const UUID = '0198c0de-0000-7000-8000-0000000000e1'
const TEMPLATE = '0198c0de-0000-7000-8000-0000000000e2'
const NOW = Math.floor(Date.now() / 1000)

function request(change: Partial<Approval> = {}): Approval {
  return {
    uuid: UUID,
    activity_id: 101,
    module: 'Template Email',
    command: 'template.update',
    title: 'Order shipped',
    object_uuid: TEMPLATE,
    status: 0,
    maker: { uuid: '0198c0de-0000-7000-8000-0000000000d1', name: 'Dev Kulkarni' },
    approver: null,
    decided_by: null,
    description: null,
    description_sentence: null,
    group: 1,
    payload: {
      endpoint: '/api/template/{uuid}',
      template_uuid: TEMPLATE,
      type: 'Email',
      name: 'Order shipped',
      subject: 'It is shipped',
      html: '<p>new</p>',
    },
    before: { type: 'Email', name: 'Order shipped', version: 3, subject: 'It is packed', html: '<p>old</p>' },
    original: { html: '<p>old</p>', name: 'Order shipped', subject: 'It is packed', type: 'Email', version: 3 },
    is_shortened: false,
    reopens: null,
    reopened_by: null,
    file_name: null,
    created_on: NOW - 600,
    due_on: NOW + 3 * 3600 + 100,
    decided_on: null,
    can_decide: true,
    can_withdraw: false,
    can_reopen: false,
    ...change,
  }
}

const REJECTED = request({
  status: 2,
  approver: { uuid: '0198c0de-0000-7000-8000-0000000000d2', name: 'Meera Iyer' },
  decided_by: 'user',
  decided_on: NOW - 60,
  description: 'Greet people by name.',
  can_decide: false,
  can_reopen: true,
})

let api: ApiStub
let view: Awaited<ReturnType<typeof renderApp>>
let stored: Approval

beforeEach(() => {
  stored = request()
  api = stubApi()
  api.on(`GET /api/verticals/${APPLICATION}`, () => ok({ name: 'Harbor & Pine', timezone: 'Asia/Kolkata' }))
  api.on('GET /api/approvals', ({ query }) => {
    const status = query.get('status')
    return page(status === null || Number(status) === stored.status ? [stored] : [])
  })
  api.on('GET /api/notices', () => ok({ waiting: 1, unread: 0, notices: [] }))
})

afterEach(() => {
  view.stop()
  api.restore()
  setFlags({ makerChecker: false })
})

test('the maker of a key reads its secret from the request, once it is approved', async () => {
  const maker = user()
  stored = request({
    ...{ activity_id: 801, command: 'key.create', title: 'App server', object_uuid: null, before: null },
    ...{ status: 1, can_decide: false, maker: { uuid: maker.uuid, name: maker.name } },
    payload: { name: 'App server', scopes: ['devices:write'] },
  })
  const key = { client_id: TEMPLATE, name: 'App server', scopes: ['devices:write'], created_by: maker.name }
  api.on('GET /authP/user/licenses', () => page([{ ...key, created_on: NOW, last_used_on: null }]))
  api.on('POST /authP/user/licenses/getclientsecret', () => ok({ client_secret: 'one-that-only-the-maker-knows' }))
  view = await renderApp(`${ADDRESS}?status=1#request-${UUID}`, maker)
  const { screen } = view
  await screen.getByRole('dialog').getByRole('button', { name: 'Show secret' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Secret of “App server”' })
  await expect.element(dialog.getByText('one-that-only-the-maker-knows', { exact: true })).toBeVisible()
  expect(dialog.getByLabelText('Try it').element().textContent).toContain('one-that-only-the-maker-knows')
})

describe('an approver', () => {
  test('sees what differs, in words and as it looks, and approves it', async () => {
    api.on(`POST /api/approvals/${UUID}`, () => {
      stored = request({ status: 1, can_decide: false })
      return ok(stored)
    })
    view = await renderApp(ADDRESS, user())
    const { screen } = view
    await expect.element(screen.getByText('3 hr 1 min left')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('link', { name: 'Order shipped' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Request' })
    await expect.element(dialog.getByText('1 of 3 fields changes')).toBeVisible()
    expect(document.querySelector('del')?.textContent).toBe('packed')
    expect(document.querySelector('ins')?.textContent).toBe('shipped')
    expect(document.querySelectorAll('iframe')).toHaveLength(2)
    expect(dialog.getByText(/The saved version has changed/).query()).toBeNull()
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Approve' }).click()
    const deciding = screen.getByRole('dialog', { name: 'Approve request' })
    await deciding.getByRole('textbox', { name: /Description/ }).fill('Fine')
    await deciding.getByRole('button', { name: 'Submit approval' }).click()
    await expect.element(screen.getByText('No pending requests')).toBeVisible()
    const sent = api.asked.find(({ method }) => method === 'POST')
    expect(sent?.body).toEqual({ decision: 'approve', description: 'Fine' })
  })

  test('has to say why a request is rejected, and reads why a decision is refused', async () => {
    api.on(`POST /api/approvals/${UUID}`, () => failed('conflict'))
    view = await renderApp(`${ADDRESS}#request-${UUID}:reject`, user())
    const dialog = view.screen.getByRole('dialog', { name: 'Reject request' })
    await dialog.getByRole('button', { name: 'Submit rejection' }).click()
    await expect.element(dialog.getByText('This field is required.')).toBeVisible()
    expect(api.asked.some(({ method }) => method === 'POST')).toBe(false)
    await dialog.getByRole('textbox', { name: /Description/ }).fill('Greet people by name.')
    await dialog.getByRole('button', { name: 'Submit rejection' }).click()
    await expect.element(dialog.getByRole('alert').getByText('This isn’t possible in its current state.')).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: /Description/ })).toHaveValue('Greet people by name.')
  })

  test('reads what a key may do in words', async () => {
    const payload = { endpoint: '/authP/user/licenses', name: 'Checkout', scopes: ['messages:send', 'contacts:read'] }
    const key = { activity_id: 801, command: 'key.create', object_uuid: null, before: null, original: null } as const
    stored = request({ ...key, title: 'Checkout', payload })
    view = await renderApp(`${ADDRESS}#request-${UUID}`, user())
    await expect.element(view.screen.getByText('Send messages and Read contacts')).toBeVisible()
  })

  describe('of WhatsApp', () => {
    const HEADER = { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['10431'] } }
    const BODY = { type: 'BODY', text: 'Hi {{1}}, it is {{2}}.', example: { body_text: [['Asha', 'here']] } }
    const BUTTONS = {
      type: 'BUTTONS',
      buttons: [
        { type: 'COPY_CODE', example: ['WINTER'] },
        { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}', example: ['https://shop.example/10431'] },
      ],
    }
    const NAMED = { name: 'order_update', language: 'en_US', category: 'MARKETING' }

    const TEMPLATE_ASKED = {
      activity_id: 102,
      command: 'whatsapp-template.create',
      before: null,
      original: null,
    } as const
    const parameters = { header: { text: '10431' }, body: ['{{ first_name }}', 'on its way'], buttons: [] }
    const payload = { campaignName: 'Parcels', template_name: NAMED.name, language: NAMED.language, parameters }
    const CAMPAIGN_ASKED = {
      activity_id: 402,
      command: 'campaign.launch',
      before: null,
      original: null,
      payload,
    } as const

    test('reads a template in words, with every example', async () => {
      stored = request({ ...TEMPLATE_ASKED, payload: { ...NAMED, components: [HEADER, BODY, BUTTONS] } })
      view = await renderApp(`${ADDRESS}#request-${UUID}`, user())
      const dialog = view.screen.getByRole('dialog', { name: 'Request' })
      await expect.element(dialog.getByText('English (United States)')).toBeVisible()
      await expect.element(dialog.getByText('Marketing')).toBeVisible()
      await expect.element(dialog.getByText('Header, {{1}}: 10431 Body, {{1}}: Asha Body, {{2}}: here')).toBeVisible()
      await expect.element(dialog.getByText(/Copy a code: WINTER\s+Open a URL: Track · https/)).toBeVisible()
    })

    test('reads what kind of file a template begins with', async () => {
      const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW1n'] } }
      stored = request({ ...TEMPLATE_ASKED, payload: { ...NAMED, components: [header, BODY] } })
      view = await renderApp(`${ADDRESS}#request-${UUID}`, user())
      await expect.element(view.screen.getByText('Image, with a sample file')).toBeVisible()
    })

    test('reads a campaign as its message will read', async () => {
      stored = request(CAMPAIGN_ASKED)
      api.on('GET /api/template/whatsapp', () => page([{ ...NAMED, uuid: TEMPLATE, components: [HEADER, BODY] }]))
      view = await renderApp(`${ADDRESS}#request-${UUID}`, user())
      await expect.element(view.screen.getByText('order_update · English (United States)')).toBeVisible()
      await expect.element(view.screen.getByText('Order 10431')).toBeVisible()
      await expect.element(view.screen.getByText('Hi {{ first_name }}, it is on its way.')).toBeVisible()
    })

    test('reads what a campaign fills in while its template is not known', async () => {
      stored = request(CAMPAIGN_ASKED)
      view = await renderApp(`${ADDRESS}#request-${UUID}`, user())
      await expect.element(view.screen.getByText('order_update · English (United States)')).toBeVisible()
      await expect.element(view.screen.getByText('{{ first_name }} and on its way')).toBeVisible()
    })
  })

  test('downloads the file of an import, and is warned when what is saved has changed meanwhile', async () => {
    stored = request({ file_name: 'members.csv', original: { ...request().original, subject: 'It is being packed' } })
    view = await renderApp(`${ADDRESS}#request-${UUID}`, user())
    await expect.element(view.screen.getByText(/The saved version has changed/)).toBeVisible()
    await expect.element(view.screen.getByRole('button', { name: 'Download file' })).toBeVisible()
  })
})

describe('the maker', () => {
  test('finds a rejected request with its reason and goes on where it began', async () => {
    stored = REJECTED
    api.on(`GET /api/template/${TEMPLATE}`, () =>
      ok({
        uuid: TEMPLATE,
        type: 'Email',
        name: 'Order shipped',
        version: 3,
        updated_on: NOW,
        updated_by: null,
        subject: 'It is packed',
        html: '<p>old</p>',
        problems: [],
      }),
    )
    api.on(`PUT /api/template/${TEMPLATE}`, () =>
      Response.json({ success: true, maker_checker: true, data: { approval_uuid: UUID } }, { status: 202 }),
    )
    view = await renderApp(`${ADDRESS}?status=2`, user())
    const { screen } = view
    await screen.getByRole('link', { name: 'Edit' }).click()
    await expect
      .poll(() => view.address())
      .toBe(`/applications/${APPLICATION}/template/${TEMPLATE}?makerCheckerTemplate=True&approval=${UUID}`)
    await expect.element(screen.getByText('Greet people by name.')).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Subject' })).toHaveTextContent('It is shipped')
    await screen.getByRole('button', { name: 'Compare with saved' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Saved version and your request' })).toBeVisible()
    await screen.getByRole('button', { name: 'Back', exact: true }).click()
    await screen.getByRole('button', { name: /^Save v/ }).click()
    await expect.poll(() => flags.get().makerChecker).toBe(true)
    const sent = api.asked.find(({ method }) => method === 'PUT')
    expect(sent?.body).toMatchObject({ subject: 'It is shipped', reopens: UUID })
  })

  test('finds the latest rejected request of a page by its flag alone', async () => {
    stored = { ...REJECTED, command: 'template.create', object_uuid: null, before: null, original: null }
    view = await renderApp(`/applications/${APPLICATION}/template/new?makerCheckerTemplate=True`, user())
    await expect.element(view.screen.getByText('Greet people by name.')).toBeVisible()
    await expect.element(view.screen.getByRole('textbox', { name: 'Subject' })).toHaveTextContent('It is shipped')
    expect(view.address()).toContain(`approval=${UUID}`)
    const asked = api.asked.find(({ query }) => query.get('activity_id') === '101')
    expect([asked?.query.get('mine'), asked?.query.get('status')]).toEqual(['1', '2'])
  })

  test('is led somewhere by whatever was rejected, and reads what it was', async () => {
    view = await renderApp(ADDRESS, user())
    const leadsNowhere = HELD_COMMANDS.filter(command => {
      const rejected = request({ command, status: 2, can_decide: false, can_reopen: true, payload: {} })
      return correctionPath(APPLICATION, rejected) === undefined && !canAskAgain(rejected)
    })
    expect(leadsNowhere).toEqual([])
    expect(HELD_COMMANDS.filter(command => !i18n.exists(`asks.${command}`, { ns: 'approvals' }))).toEqual([])
  })

  test('asks again for what there is nothing to correct in', async () => {
    stored = { ...REJECTED, command: 'template.delete', payload: { template_uuid: TEMPLATE } }
    api.on('DELETE /api/template', () =>
      Response.json({ success: true, maker_checker: true, data: { approval_uuid: UUID } }, { status: 202 }),
    )
    view = await renderApp(`${ADDRESS}?status=2`, user())
    const { screen } = view
    await screen.getByRole('link', { name: 'Resubmit' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Resubmit' }).click()
    await expect.poll(() => flags.get().makerChecker).toBe(true)
    const sent = api.asked.find(({ method }) => method === 'DELETE')
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({ template_uuid: TEMPLATE, reopens: UUID })
  })

  test('sees a pending change on the page of the thing, and takes it back', async () => {
    stored = request({ can_decide: false, can_withdraw: true })
    let approval_uuid: string | undefined = UUID
    api.on(`GET /api/template/${TEMPLATE}`, () =>
      ok({
        uuid: TEMPLATE,
        type: 'Email',
        name: 'Order shipped',
        version: 3,
        updated_on: NOW,
        updated_by: null,
        subject: 'It is packed',
        html: '',
        problems: [],
        approval_uuid,
      }),
    )
    api.on(`DELETE /api/approvals/${UUID}`, () => {
      approval_uuid = undefined
      return ok()
    })
    view = await renderApp(`/applications/${APPLICATION}/template/${TEMPLATE}`, user())
    const { screen } = view
    await expect.element(screen.getByText('Pending approval')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Save v/ }).query()).toBeNull()
    await screen.getByRole('button', { name: 'Withdraw' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect.element(screen.getByText('Pending approval')).not.toBeInTheDocument()
  })

  test('finds above a list how much waits that has no row yet', async () => {
    api.on('GET /api/maker-checker/pending', () => ok([{ activity_id: 101, count: 2 }]))
    api.on('GET /api/template', () => page([]))
    view = await renderApp(`/applications/${APPLICATION}/template`, user())
    await expect.element(view.screen.getByText('2 requests pending approval.')).toBeVisible()
    await view.screen.getByRole('link', { name: 'View', exact: true }).click()
    await expect.poll(() => view.address()).toContain(`${ADDRESS}?`)
    expect(view.address()).toContain('module=101')
  })

  test('reads in their own language what a deadline says', async () => {
    const said = sentence('approvals.cannotApply.other', { reason: sentence('templates.nameTaken') })
    const words = { description: english(said), description_sentence: said }
    stored = { ...REJECTED, approver: null, decided_by: 'sla', ...words }
    view = await renderApp(`/es${ADDRESS}?status=2#request-${UUID}`, user())
    await expect
      .element(view.screen.getByText('Ya no se puede aplicar: Otra plantilla tiene este nombre.'))
      .toBeVisible()
  })

  test('is told of the approval with a countdown that leads to the applications', async () => {
    api.on('GET /api/dashboard/application', () => ok([]))
    view = await renderApp(ADDRESS, user())
    const { screen } = view
    await expect.element(screen.getByRole('heading', { name: 'Approvals' })).toBeVisible()
    setFlags({ makerChecker: true })
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/\b(10|9) s\b/)).toBeVisible()
    await dialog.getByRole('button', { name: 'View pending approval' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(view.address()).toBe(ADDRESS)
  })
})
